import { type Color, darkMailPalette, legibleOn, type MailPalette, toHex } from "@telemark/html"

/** The class of text with an explicit colour. */
export const colorClass = (color: Color): string => `tm-${toHex(color).slice(1)}`

const rule = (selectors: ReadonlyArray<string>, declarations: string): string =>
  `  ${selectors.join(", ")} { ${declarations} }`

/**
 * The style sheet for dark mode. Empty if the theme is dark already. `colors`, the text colours
 * that blocks set, become lighter only if they would be illegible. Buttons and images stay
 * unchanged.
 */
export const darkStyles = (palette: MailPalette, colors: ReadonlyArray<Color>): string => {
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
