import type { Design } from "@telemark/contract"
import { contrast, parseColor } from "@telemark/html"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import { button, designOf, footer, heading, mjmlOf, text } from "./designs.js"

const rgbOf = (value: string) => {
  const { alpha, blue, green, red } = parseColor(value) ?? {
    red: -1,
    green: -1,
    blue: -1,
    alpha: -1
  }
  return [red, green, blue, alpha].map((part) => Math.round(part * 100) / 100)
}

const themeOf = (background: string, link = "#1d56c9"): Design["theme"] => ({
  backgroundColor: background,
  contentBackgroundColor: background,
  linkColor: link,
  fontFamily: "Arial",
  width: "600px"
})

const contrastOf = (one: string, other: string): number => {
  const [first, second] = [parseColor(one), parseColor(other)]
  return first === undefined || second === undefined ? 0 : contrast(first, second)
}

const colorOfElement = (mjml: string, element: string): string =>
  new RegExp(`<${element} (?:[^>]* )?color="(#[0-9a-f]{6})"`).exec(
    mjml.slice(mjml.indexOf("<mj-body"))
  )?.[1] ?? ""

const hex = FastCheck.integer({ min: 0, max: 0xffffff }).map(
  (digits) => `#${digits.toString(16).padStart(6, "0")}`
)

describe("colours", () => {
  it.each([
    ["#fff", [255, 255, 255, 1]],
    ["#0f08", [0, 255, 0, 0.53]],
    ["#1A2b3C", [26, 43, 60, 1]],
    ["#00000080", [0, 0, 0, 0.5]],
    ["RebeccaPurple", [102, 51, 153, 1]],
    ["transparent", [0, 0, 0, 0]],
    ["rgb(1, 2, 3)", [1, 2, 3, 1]],
    ["rgba(100%, 0%, 50%, .5)", [255, 0, 127.5, 0.5]],
    ["rgb(1 2 3 / 25%)", [1, 2, 3, 0.25]],
    ["rgb(999, 0, 0)", [255, 0, 0, 1]],
    ["hsl(120, 100%, 25%)", [0, 127.5, 0, 1]],
    ["hsl(240deg 100% 50% / 0)", [0, 0, 255, 0]]
  ])("are read: %s", (value, expected) => {
    expect(rgbOf(value)).toEqual(expected)
  })

  it.each([
    "",
    "bluish",
    "#12345",
    "rgb(1,2)",
    "rgb(a,b,c)",
    "rgb(1,2,3,4,5)",
    "hsl(red,1%,1%)",
    "inherit",
    "constructor",
    "rgb(1,2,3) x"
  ])("are none: %s", (value) => {
    expect(parseColor(value)).toBeUndefined()
  })

  it("have the contrast of WCAG", () => {
    expect(contrastOf("black", "white")).toBeCloseTo(21)
    expect(contrastOf("#767676", "white")).toBeCloseTo(4.54, 2)
  })
})

describe("text", () => {
  it("can be read on any content background", () => {
    FastCheck.assert(
      FastCheck.property(hex, (background) => {
        const theme = themeOf(background)
        for (const block of [heading("x"), text("x"), footer("x")]) {
          expect(
            contrastOf(colorOfElement(mjmlOf({ ...designOf(block), theme }), "mj-text"), background)
          ).toBeGreaterThanOrEqual(4.5)
        }
      }),
      { numRuns: 66, seed: 1 }
    )
  })

  it("can be read on buttons, unless its author chose another colour", () => {
    FastCheck.assert(
      FastCheck.property(hex, (backgroundColor) => {
        const block = { ...button("https://x.example"), backgroundColor }
        expect(
          contrastOf(colorOfElement(mjmlOf(designOf(block)), "mj-button"), backgroundColor)
        ).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 66, seed: 2 }
    )
    const chosen = { ...button("https://x.example"), backgroundColor: "white", color: "yellow" }
    expect(colorOfElement(mjmlOf(designOf(chosen)), "mj-button")).toBe("#ffff00")
  })

  it("that is transparent is mixed with what lies behind it", () => {
    const block = { ...heading("x"), color: "#00000080" }
    expect(
      colorOfElement(mjmlOf({ ...designOf(block), theme: themeOf("#ff0000") }), "mj-text")
    ).toBe("#7f0000")
  })
})

describe("dark mode", () => {
  const darkContent = (mjml: string): string =>
    /\.tm-content[^{]*\{ background: (#[0-9a-f]{6})/.exec(mjml)?.[1] ?? ""
  const darkColors = (mjml: string): ReadonlyArray<string> =>
    [
      ...mjml
        .slice(mjml.indexOf("prefers-color-scheme: dark"))
        .matchAll(/ color: (#[0-9a-f]{6}) !important/g)
    ].map(([, color = ""]) => color)

  it("is declared, and turns light themes dark only", () => {
    const light = mjmlOf(designOf(text("x")))
    expect(light).toContain(
      '<meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" />'
    )
    expect(light).toContain("@media (prefers-color-scheme: dark)")
    expect(mjmlOf({ ...designOf(text("x")), theme: themeOf("#111827") })).not.toContain(
      "prefers-color-scheme"
    )
  })

  it("keeps text and links readable, with any colours of a light theme and its blocks", () => {
    FastCheck.assert(
      FastCheck.property(hex, hex, (link, color) => {
        const mjml = mjmlOf({
          ...designOf({ ...text("<a href='https://x.example'>x</a>"), color }),
          theme: themeOf("#ffffff", link)
        })
        const colors = darkColors(mjml)
        expect(colors.length).toBeGreaterThanOrEqual(5)
        for (const each of colors)
          expect(contrastOf(each, darkContent(mjml))).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 66, seed: 3 }
    )
  })

  it("leaves buttons as they are", () => {
    const mjml = mjmlOf(designOf(button("https://x.example")))
    expect(/<mj-button [^>]*css-class/.test(mjml)).toBe(false)
  })
})
