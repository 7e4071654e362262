import type { BrandPalette } from "@telemark/html"
import type { Look } from "../look/Look.js"

type Rules = ReadonlyArray<readonly [selector: string, rule: string]>

const darkRules = (colors: BrandPalette): Rules => [
  [".page, .page > div", `background-color: ${colors.page}`],
  [".card, .card > table", `background: ${colors.card}`],
  [".card > table > tbody > tr > td", `border-color: ${colors.line}`],
  [".text > div, .text > table", `color: ${colors.text}`],
  [".muted > div, .muted > table, .label", `color: ${colors.muted}`],
  [".row", `border-color: ${colors.line}`],
  [".panel", `background: ${colors.panel}`],
  [".link", `color: ${colors.link}`],
  [".button td, .button a", `background: ${colors.button}; color: ${colors.buttonText}`],
  [".footer > div, .footer a", `color: ${colors.pageText}`]
]

/**
 * In dark mode: most logos are made for white, except those of brands whose card is dark anyway.
 */
const logoRules = ({ light }: Look): Rules =>
  light.card === "#ffffff"
    ? [[".logo img", "background: #ffffff; border-radius: 8px; padding: 8px"]]
    : []

const important = (rule: string): string =>
  rule
    .split("; ")
    .map((part) => `${part} !important;`)
    .join(" ")

const narrowRules: Rules = [
  [".page", "padding: 0 12px"],
  [".card > table > tbody > tr > td", "padding: 28px 24px 12px"]
]

const media = (condition: string, rules: Rules): ReadonlyArray<string> => [
  `@media (${condition}) {`,
  ...rules.map(([selector, rule]) => `  ${selector} { ${important(rule)} }`),
  "}"
]

/**
 * Styles that can't be inlined: small screens and dark mode. Clients that ignore them show the
 * light mail.
 */
export const styleOf = (look: Look): string =>
  [
    ":root { color-scheme: light dark; supported-color-schemes: light dark; }",
    ".logo img { max-height: 56px !important; width: auto !important; max-width: 100% !important; }",
    ...media("max-width: 624px", narrowRules),
    ...media("prefers-color-scheme: dark", [...darkRules(look.dark), ...logoRules(look)])
  ].join("\n")
