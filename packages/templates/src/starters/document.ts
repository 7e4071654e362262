import type { Brand } from "@telemark/contract"
import type { BrandPalette } from "@telemark/html"
import type { Look } from "./Look.js"
import { greeting, heading } from "./blocks.js"

const paragraph = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [`<p style="margin:0 0 8px">${lines.join("<br />")}</p>`]

const link = (look: Look, href: string, text: string): string =>
  `<a href="${href}" style="color:${look.light.pageText};text-decoration:underline">${text}</a>`

/** The sender and its contact data, as far as the brand has them. */
const footer = (look: Look): string => {
  const { name, postalLines, supportEmail, website } = look
  const isNamed = postalLines[0]?.startsWith(name) === true
  const links = [
    ...(supportEmail === undefined ? [] : [link(look, supportEmail.href, supportEmail.text)]),
    ...(website === undefined
      ? []
      : [link(look, website, website.replace(/^https:\/\//i, "").replace(/\/$/, ""))])
  ]
  return [
    '<mj-text css-class="footer" mj-class="footer">',
    ...[
      ...paragraph(isNamed ? postalLines : [name, ...postalLines]),
      ...paragraph(links.length === 0 ? [] : [links.join(" &middot; ")])
    ].map((line) => `  ${line}`),
    "</mj-text>"
  ].join("\n")
}

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
const styleOf = (look: Look): string =>
  [
    ":root { color-scheme: light dark; supported-color-schemes: light dark; }",
    ".logo img { max-height: 56px !important; width: auto !important; max-width: 100% !important; }",
    ...media("max-width: 624px", narrowRules),
    ...media("prefers-color-scheme: dark", [...darkRules(look.dark), ...logoRules(look)])
  ].join("\n")

/** All texts are HTML with merge tags. */
interface Mail {
  readonly title: string
  /** By default the title. */
  readonly heading?: string
  /** Preview text beside the subject in inboxes. */
  readonly preheader: string
  /** What follows the greeting, as MJML. */
  readonly pieces: ReadonlyArray<string>
}

const indented = (text: string, depth: number): string =>
  text.replace(/^(?=.)/gm, "  ".repeat(depth))

const masthead = ({ logo, name }: Look): string =>
  logo === undefined
    ? `<mj-text css-class="text" mj-class="brand">${name}</mj-text>`
    : `<mj-image css-class="logo" src="${logo}" alt="${name}" />`

const attributes = ({ fontFamily, light }: Look): string =>
  `<mj-all font-family="${fontFamily}" />
<mj-text padding="0 0 16px" font-size="16px" line-height="26px" color="${light.text}" />
<mj-button align="left" padding="8px 0 24px" inner-padding="14px 28px" border-radius="8px" font-size="16px" font-weight="600" line-height="20px" background-color="${light.button}" color="${light.buttonText}" />
<mj-table padding="0 0 20px" font-size="16px" line-height="24px" color="${light.text}" />
<mj-image align="left" width="140px" padding="0 0 28px" font-size="18px" />
<mj-class name="brand" font-size="18px" font-weight="700" padding="0 0 28px" />
<mj-class name="note" font-size="14px" line-height="22px" color="${light.muted}" />
<mj-class name="footer" align="center" padding="0" font-size="13px" line-height="20px" color="${light.pageText}" />`

/** A whole mail as MJML: a card 600 px wide with the brand at its top, and the sender below it. */
export const documentOf = (
  look: Look,
  { heading: headline, pieces, preheader, title }: Mail
): string =>
  `<mjml lang="en">
  <mj-head>
    <mj-title>${title}</mj-title>
    <mj-preview>${preheader}</mj-preview>
    <mj-attributes>
${indented(attributes(look), 3)}
    </mj-attributes>
    <mj-raw><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" /></mj-raw>
    <mj-style>
${indented(styleOf(look), 3)}
    </mj-style>
  </mj-head>
  <mj-body width="600px" background-color="${look.light.page}" css-class="page">
    <mj-section padding="16px 0"></mj-section>
    <mj-section css-class="card" background-color="${look.light.card}" border="1px solid ${look.light.line}" border-radius="12px" padding="40px 40px 24px">
      <mj-column>
${indented([masthead(look), heading(headline ?? title), greeting, ...pieces].join("\n"), 4)}
      </mj-column>
    </mj-section>
    <mj-section padding="24px 24px 32px">
      <mj-column>
${indented(footer(look), 4)}
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`

export interface StarterMail {
  readonly slug: string
  readonly name: string
  readonly category: string
  readonly description: string
  /** `brandName` is plain text on one line, which must not be part of a merge tag. */
  readonly subject: (brandName: string) => string
  readonly mail: (look: Look) => Mail
  /** Of variables. Without one, the text about it is omitted, or the mail requires the variable. */
  readonly defaults?: (brand: Brand) => Readonly<Record<string, string>>
  /** A value for each variable. */
  readonly sample: Readonly<Record<string, unknown>>
}

/** The defaults of a mail whose button may lead to the brand's website. */
export const actionOnWebsite = ({ website_url }: Brand) => ({ action_url: website_url ?? "" })
