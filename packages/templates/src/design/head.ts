import {
  type Color,
  darkMailPalette,
  legibleOn,
  mailEdge as edge,
  type MailPalette,
  toHex
} from "@telemark/html"
import { element } from "./writeMjml.js"

/** The class of text with an explicit colour. */
export const colorClass = (color: Color): string => `tm-${toHex(color).slice(1)}`

const rule = (selectors: ReadonlyArray<string>, declarations: string): string =>
  `  ${selectors.join(", ")} { ${declarations} }`

/**
 * The style sheet for dark mode. Empty if the theme is dark already. `colors`, the text colours
 * that blocks set, become lighter only if they would be illegible. Buttons and images stay
 * unchanged.
 */
const darkStyles = (palette: MailPalette, colors: ReadonlyArray<Color>): string => {
  const dark = darkMailPalette(palette)
  if (dark === undefined) return ""
  const rules = [
    rule([".tm-body", ".tm-body > div"], `background-color: ${toHex(dark.background)} !important;`),
    rule([".tm-content", ".tm-content > table"], `background: ${toHex(dark.content)} !important;`),
    rule([".tm-text div", ".tm-image td"], `color: ${toHex(dark.text)} !important;`),
    rule([".tm-muted div"], `color: ${toHex(dark.muted)} !important;`),
    ...colors.map((color) =>
      rule(
        [`.${colorClass(color)} div`],
        `color: ${toHex(legibleOn(dark.content, color))} !important;`
      )
    ),
    rule(
      [".tm-rich div *"],
      "color: inherit !important; background-color: transparent !important;"
    ),
    rule(
      [".tm-rich div blockquote", ".tm-rich div hr"],
      `border-color: ${toHex(dark.line)} !important;`
    ),
    rule(
      [".tm-rich div a", ".tm-rich div a *", ".tm-image a"],
      `color: ${toHex(dark.link)} !important;`
    ),
    rule([".tm-muted div a", ".tm-muted div a *"], `color: ${toHex(dark.muted)} !important;`),
    rule([".tm-line p"], `border-top-color: ${toHex(dark.line)} !important;`)
  ]
  return `@media (prefers-color-scheme: dark) {\n${[...new Set(rules)].join("\n")}\n}`
}

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
