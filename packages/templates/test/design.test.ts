import { decode, Design } from "@telemark/contract"
import { textOf } from "@telemark/html"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { designToMjml } from "../src/design/designToMjml.js"
import {
  button,
  compile,
  designOf,
  elementsOf,
  footer,
  heading,
  image,
  mjmlOf,
  namesOf,
  text,
  valuesOf
} from "./designs.js"

const bodyOf = (mjml: string): string => mjml.slice(mjml.indexOf("<mj-body"))
const contentNames = (mjml: string) =>
  namesOf(bodyOf(mjml)).filter((name) => name.startsWith("mj-"))
const sourceOf = (mjml: string, name: string): string =>
  elementsOf(bodyOf(mjml)).find((element) => element.name === name)?.source ?? ""

const theme = {
  backgroundColor: "#eeeeee",
  contentBackgroundColor: "#ffffff",
  linkColor: "#7c3aed",
  fontFamily: "Inter",
  width: "640px"
}

const every: Design = designOf(
  heading("Title"),
  text("<p>Some <b>text</b></p>"),
  button("https://x.example/go", "Go"),
  image({ alt: "A picture" }),
  { id: "divider", type: "divider" },
  {
    id: "columns",
    type: "columns",
    columns: [
      { blocks: [{ ...heading("Left"), id: "l" }] },
      { blocks: [{ ...text("Right"), id: "r" }] }
    ]
  },
  { id: "spacer", type: "spacer", height: 30 },
  {
    id: "social",
    type: "social",
    align: "center",
    networks: [
      { name: "GitHub", href: "https://github.com/x" },
      { name: "LinkedIn", href: "https://linkedin.com/x" }
    ]
  },
  footer("<p>1 Example Street</p>", "{{unsubscribe_url}}")
)

describe("a design as MJML", () => {
  it("has the nine kinds of blocks in their order, columns in a section of their own", () => {
    expect(Result.isSuccess(decode(Design)(every))).toBe(true)
    expect(contentNames(mjmlOf(every))).toEqual([
      "mj-body",
      "mj-wrapper",
      "mj-section",
      "mj-column",
      "mj-text",
      "mj-text",
      "mj-button",
      "mj-image",
      "mj-divider",
      "mj-section",
      "mj-column",
      "mj-text",
      "mj-column",
      "mj-text",
      "mj-section",
      "mj-column",
      "mj-spacer",
      "mj-text",
      "mj-text"
    ])
  })

  it("compiles to html that reads well as text", async () => {
    const html = await compile(mjmlOf(every))
    expect(textOf(html).replace(/\s+/g, " ")).toBe(
      "Title Some text Go (https://x.example/go) A picture Left Right GitHub (https://github.com/x) · LinkedIn (https://linkedin.com/x) " +
        "1 Example Street Unsubscribe"
    )
  })

  it("compiles without warnings when it has no blocks, or columns without any", async () => {
    for (const design of [
      designOf(),
      designOf({
        id: "c",
        type: "columns",
        columns: [{ blocks: [] }, { blocks: [] }, { blocks: [] }, { blocks: [] }]
      })
    ]) {
      expect(await compile(mjmlOf(design))).toContain("</html>")
    }
  })

  it("loads nothing but the images of its blocks", async () => {
    const html = await compile(
      mjmlOf({ ...every, theme: { ...theme, fontFamily: "Roboto, 'Open Sans'" } })
    )
    expect(valuesOf(html, "src")).toEqual(["https://x.example/a.png"])
    expect(html).not.toMatch(/url\(|@import|<link/)
  })

  it("has headings of their level, with their lines", () => {
    for (const level of [1, 2, 3] as const) {
      const mjml = mjmlOf(
        designOf({ ...heading("One\nTwo <b>"), level, align: "right", color: "navy" })
      )
      expect(mjml).toMatch(new RegExp(`<h${level} [^>]*>One<br />Two &lt;b&gt;</h${level}>`))
      expect(sourceOf(mjml, "mj-text")).toContain('align="right" color="#000080"')
    }
  })

  it.each([
    [undefined, undefined],
    ["200px", "200px"],
    ["200", "200px"],
    ["33.33%", "184px"],
    ["50%", "276px"],
    ["100%", undefined],
    ["900px", undefined],
    ["0", undefined]
  ])("has an image of width %s at %s, all there is by default", (width, expected) => {
    const mjml = mjmlOf(designOf(image(width === undefined ? {} : { width })))
    expect(/ width="([^"]*)"/.exec(sourceOf(mjml, "mj-image"))?.[1]).toBe(expected)
  })

  it("has images in columns as wide as their share", () => {
    const blocks = [image({ width: "50%" })]
    expect(
      sourceOf(
        mjmlOf(designOf({ id: "c", type: "columns", columns: [{ blocks }, { blocks: [] }] })),
        "mj-image"
      )
    ).toContain('width="132px"')
  })

  it("links an image only where it has an address, and always says what it shows", () => {
    expect(sourceOf(mjmlOf(designOf(image({}))), "mj-image")).toContain('alt=""')
    expect(sourceOf(mjmlOf(designOf(image({}))), "mj-image")).not.toContain("href")
    expect(
      sourceOf(mjmlOf(designOf(image({ href: 'https://x.example/?a="&b' }))), "mj-image")
    ).toContain('href="https://x.example/?a=&quot;&amp;b"')
  })

  it("offers to unsubscribe only where there is an address for it", () => {
    expect(mjmlOf(designOf(footer("x")))).not.toContain("Unsubscribe")
    expect(mjmlOf(designOf(footer("x", "https://x.example/u?a=1&b=2")))).toMatch(
      /<a href="https:\/\/x\.example\/u\?a=1&amp;b=2"[^>]*>Unsubscribe<\/a>/
    )
  })

  it("takes fonts, colours and the width from the theme", () => {
    const mjml = mjmlOf({ ...every, theme: { ...theme, fontFamily: "\"Open Sans, 'Inter'" } })
    expect(mjml).toContain("font-family=\"'Open Sans', Inter, Helvetica, Arial, sans-serif\"")
    expect(sourceOf(mjml, "mj-body")).toMatch(/background-color="#eeeeee".*width="640px"/)
    expect(sourceOf(mjml, "mj-wrapper")).toContain('background-color="#ffffff"')
    expect(sourceOf(mjml, "mj-button")).toContain('background-color="#7c3aed"')
    expect(mjml).toContain('<a href="https://github.com/x" style="color:#7c3aed;')
  })

  it.each([
    ["600", "600px"],
    ["50%", "600px"],
    ["9999px", "1200px"],
    ["1", "240px"],
    ["640.4px", "640px"]
  ])("of width %s is %s wide", (width, expected) => {
    expect(sourceOf(mjmlOf({ ...every, theme: { ...theme, width } }), "mj-body")).toContain(
      `width="${expected}"`
    )
  })

  it.each([
    ["serif", "serif"],
    ["Georgia", "Georgia, Times, serif"],
    ["Courier New", "'Courier New', monospace"],
    ["Georgia, serif", "Georgia, serif"],
    ["'', \"", "Helvetica, Arial, sans-serif"],
    ["4 you", "'4 you', Helvetica, Arial, sans-serif"]
  ])("in the font %s asks for %s", (fontFamily, expected) => {
    expect(mjmlOf({ ...every, theme: { ...theme, fontFamily } })).toContain(
      `<mj-all font-family="${expected}">`
    )
  })

  it("says where a colour is none", () => {
    const reason = "must be a colour of CSS, such as #1a2b3c"
    const wrong = {
      ...designOf({ ...heading("x"), color: "bluish" }),
      theme: { ...theme, linkColor: "rgb(1,2)" }
    }
    expect(designToMjml(wrong).problems).toEqual([
      { path: "design_json.theme.linkColor", reason },
      { path: "design_json.blocks.0.color", reason }
    ])
  })
})
