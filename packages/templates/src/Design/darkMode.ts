import { type Color, legibleOn, toHex } from "../Colors/index.js"
import { darkened, type Palette } from "./palette.js"

/** The class of text in a colour of its own. */
export const colorClass = (color: Color): string => `tm-${toHex(color).slice(1)}`

const rule = (selectors: ReadonlyArray<string>, declarations: string): string => `  ${selectors.join(", ")} { ${declarations} }`

/**
 * The style sheet for readers who prefer dark; empty for a theme that is dark as it is. `colors` are those
 * that blocks have chosen for text: they become lighter only where they couldn't be read. Buttons and images
 * keep theirs.
 */
export const darkStyles = (palette: Palette, colors: ReadonlyArray<Color>): string => {
  const dark = darkened(palette)
  if (dark === undefined) return ""
  const rules = [
    rule([".tm-body", ".tm-body > div"], `background-color: ${toHex(dark.background)} !important;`),
    rule([".tm-content", ".tm-content > table"], `background: ${toHex(dark.content)} !important;`),
    rule([".tm-text div", ".tm-image td"], `color: ${toHex(dark.text)} !important;`),
    rule([".tm-muted div"], `color: ${toHex(dark.muted)} !important;`),
    ...colors.map((color) => rule([`.${colorClass(color)} div`], `color: ${toHex(legibleOn(dark.content, color))} !important;`)),
    rule([".tm-rich div *"], "color: inherit !important; background-color: transparent !important;"),
    rule([".tm-rich div blockquote", ".tm-rich div hr"], `border-color: ${toHex(dark.line)} !important;`),
    rule([".tm-rich div a", ".tm-rich div a *", ".tm-image a"], `color: ${toHex(dark.link)} !important;`),
    rule([".tm-muted div a", ".tm-muted div a *"], `color: ${toHex(dark.muted)} !important;`),
    rule([".tm-line p"], `border-top-color: ${toHex(dark.line)} !important;`)
  ]
  return `@media (prefers-color-scheme: dark) {\n${[...new Set(rules)].join("\n")}\n}`
}
