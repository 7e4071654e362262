import type { Block } from "@telemark/contract"
import { describe, expect, it } from "vitest"
import { inspectTemplate } from "../src/handlebars/inspect.js"
import { RenderRefused } from "../src/handlebars/templateLimits.js"
import {
  button,
  compile,
  designOf,
  footer,
  image,
  mjmlOf,
  render,
  text,
  valuesOf
} from "./designs.js"

const social: Block = {
  id: "social",
  type: "social",
  align: "left",
  networks: [{ name: "X", href: "{{url}}" }]
}
const htmlOf = (...blocks: ReadonlyArray<Block>) => compile(mjmlOf(designOf(...blocks)))

const places: ReadonlyArray<readonly [string, Block]> = [
  ["a button", button("{{url}}")],
  ["an image's link", image({ href: "{{url}}" })],
  ["a link in a text", text('<a href="{{url}}">x</a>')],
  ["a footer's way out", footer("", "{{url}}")],
  ["a network", social],
  ["part of a link", button("{{url}}?a={{url}}")],
  ["a link that data chooses", button("{{#if url}}{{url}}{{else}}https://x.example{{/if}}")],
  ["one in a loop", button("{{#each urls}}{{this}}{{/each}}")]
]

const scripts = [
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  " \u0001javascript:alert(1)",
  "java\nscript:alert(1)",
  "\tjava\tscript\r\n:alert(1)",
  "vbscript:x",
  "data:text/html,x",
  "file:///etc/passwd",
  "blob:x",
  // Browsers leave out however many of these stand there.
  `${" ".repeat(5000)}javascript:alert(1)`,
  `java${"\t".repeat(5000)}script:alert(1)`
]

describe("an address that data begins", () => {
  it.each(places)("of a script is refused when it is rendered: %s", async (_, block) => {
    const html = await htmlOf(block)
    for (const url of scripts) {
      expect(() => render(html, { url, urls: [url] })).toThrow(RenderRefused)
      expect(() => render(html, { url, urls: [url.slice(0, 4), url.slice(4)] })).toThrow(
        /begins with something other than http, https, mailto or tel/
      )
    }
  })

  it.each(places)("may be one of a mail: %s", async (_, block) => {
    const html = await htmlOf(block)
    for (const url of [
      "https://x.example/a:b",
      "HTTP://x.example",
      "mailto:a@x.example",
      "tel:+49",
      "/path",
      "www.x.example",
      ""
    ]) {
      const hrefs = valuesOf(render(html, { url, urls: [url] }), "href")
      expect(hrefs.some((href) => href.startsWith(url))).toBe(true)
    }
  })

  it("of an image is of the web or the mail itself", async () => {
    const html = await htmlOf(image({ src: "{{url}}" }))
    for (const url of ["https://x.example/a.png", "cid:logo", ""])
      expect(valuesOf(render(html, { url }), "src")).toContain(url)
    for (const url of ["javascript:x", "data:image/svg+xml,<svg/>", "mailto:x"]) {
      expect(() => render(html, { url })).toThrow(
        "has an image whose address, with this data, begins with something other than http, https or cid; correct that address"
      )
    }
  })

  it("isn't checked where its beginning is written in the design", async () => {
    expect(
      await htmlOf(button("https://x.example/{{id}}"), text("<a href='mailto:{{a}}'>{{url}}</a>"))
    ).not.toContain("address:")
  })

  it("is a variable like others, also where nothing else uses it", async () => {
    expect(inspectTemplate(await htmlOf(button("{{order.url}}")), { escape: true })).toEqual({
      problems: [],
      uses: { order: { members: { url: { printed: true } } } }
    })
  })

  it.each([
    "{{address:link x}}",
    "{{#address:link x}}{{/address:link}}",
    "{{address:link}}",
    "{{#each a as |address:link|}}{{/each}}"
  ])("is checked by no helper that others can call: %s", (source) => {
    expect(inspectTemplate(source, { escape: true }).problems).toHaveLength(1)
  })

  it("is checked in templates that were saved before as little as it was then", () => {
    expect(render('<a href="{{url}}">x</a>', { url: "app:x" })).toBe('<a href="app:x">x</a>')
  })
})
