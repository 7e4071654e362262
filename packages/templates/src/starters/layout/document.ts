import type { Look } from "../look/Look.js"
import { footer } from "./footer.js"
import { styleOf } from "./style.js"

/** All texts are HTML with merge tags. */
export interface Mail {
  readonly title: string
  /** Preview text beside the subject in inboxes. */
  readonly preheader: string
  /** The content of the card, as MJML. */
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
export const documentOf = (look: Look, { pieces, preheader, title }: Mail): string =>
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
${indented([masthead(look), ...pieces].join("\n"), 4)}
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
