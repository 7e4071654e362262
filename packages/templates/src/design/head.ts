import { type Color, mailEdge as edge, type MailPalette, toHex } from "@telemark/html"
import { darkStyles } from "./darkMode.js"
import { element } from "./elements.js"

interface Look {
  readonly fonts: string
  /** In pixels. */
  readonly width: number
  /** The text colours that blocks set. */
  readonly colors: ReadonlyArray<Color>
}

const defaultsOf = (palette: MailPalette, fonts: string): string =>
  [
    element("mj-all", { "font-family": fonts }),
    element("mj-section", { padding: `0 ${edge}px` }),
    element("mj-column", { padding: "0" }),
    element("mj-text", {
      color: toHex(palette.text),
      "font-size": "16px",
      "line-height": "25px",
      padding: `8px ${edge}px`
    }),
    element("mj-button", {
      "border-radius": "6px",
      "font-size": "16px",
      "font-weight": "600",
      "inner-padding": "13px 24px",
      "line-height": "22px",
      padding: `12px ${edge}px`
    }),
    element("mj-image", { "font-size": "14px", padding: `8px ${edge}px` }),
    element("mj-divider", { "border-width": "1px", padding: `16px ${edge}px` })
  ].join("")

/** Styles that can't be inlined. Clients without style sheets show the mail well enough. */
const lightStyles = (palette: MailPalette, { fonts, width }: Look): string =>
  [
    ":root { color-scheme: light dark; supported-color-schemes: light dark; }",
    `.tm-image td { font-family: ${fonts}; color: ${toHex(palette.text)}; }`,
    `.tm-image a { color: ${toHex(palette.link)}; }`,
    ".tm-rich li > ul, .tm-rich li > ol { margin: 0 !important; }",
    ".tm-rich div > *:last-child { margin-bottom: 0 !important; }",
    `@media (min-width: ${width + 48}px) { .tm-body > div { padding: 24px 0; } }`
  ].join("\n")

const scheme = element(
  "mj-raw",
  {},
  ["color-scheme", "supported-color-schemes"]
    .map((name) => `<meta name="${name}" content="light dark" />`)
    .join("")
)

/** The head of a mail: defaults of its elements, and style sheets for light and dark mode. */
export const headOf = (palette: MailPalette, look: Look): string =>
  element(
    "mj-head",
    {},
    [
      scheme,
      element("mj-attributes", {}, defaultsOf(palette, look.fonts)),
      element("mj-style", {}, `${lightStyles(palette, look)}\n${darkStyles(palette, look.colors)}`)
    ].join("\n")
  )
