import type { Look } from "./Look.js"

/** An item's name with its quantity, if given. */
const counted = "{{#if quantity}}{{quantity}} × {{/if}}{{name}}"

const text = (html: string, attributes = 'css-class="text"'): string =>
  `<mj-text ${attributes}>\n  ${html}\n</mj-text>`

/** `content` is HTML with merge tags, here and below. */
export const heading = (content: string): string =>
  text(`<h1 style="margin:0;font-size:24px;line-height:32px;font-weight:700">${content}</h1>`)

export const paragraph = (content: string): string => text(`<p style="margin:0">${content}</p>`)

/** Smaller and paler. */
export const note = (content: string): string =>
  text(`<p style="margin:0">${content}</p>`, 'css-class="muted" mj-class="note"')

export const greeting = paragraph("{{#if name}}Hi {{name}},{{else}}Hello,{{/if}}")

export const button = (label: string): string =>
  `<mj-button css-class="button" href="{{action_url}}">${label}</mj-button>`

/** The button's full address, for readers who see no buttons or check before they open. */
export const writtenLink = (look: Look): string =>
  note(`Or open this link in your browser:<br />${link(look, "{{action_url}}")}`)

const link = (look: Look, href: string, label = href): string =>
  `<a class="link" href="${href}" style="color:${look.light.link};word-break:break-word">${label}</a>`

/** Pieces that are shown only if the variable has a value. */
export const when = (variable: string, ...pieces: ReadonlyArray<string>): string =>
  [`<mj-raw>{{#if ${variable}}}</mj-raw>`, ...pieces, "<mj-raw>{{/if}}</mj-raw>"].join("\n")

export const code = (look: Look, content: string): string => {
  const style =
    `margin:0;padding:20px 16px;border-radius:8px;background:${look.light.panel};font-family:Menlo,Consolas,'Courier New',monospace;` +
    "font-size:32px;line-height:40px;font-weight:700;letter-spacing:6px;text-align:center"
  return text(`<p class="panel" style="${style}">${content}</p>`)
}

/** Text of another person. */
export const quote = (look: Look, content: string): string =>
  text(
    `<blockquote class="panel" style="margin:0;padding:16px 20px;border-radius:8px;background:${look.light.panel};white-space:pre-line">${content}</blockquote>`
  )

export const steps = (variable: string): string =>
  text(
    `<ol style="margin:0;padding-left:24px">{{#each ${variable}}}<li style="padding-bottom:8px">{{this}}</li>{{/each}}</ol>`
  )

/** A list of items with `name` and optional `quantity`, without prices. */
export const quantities = (variable: string): string =>
  text(
    `<ul style="margin:0;padding-left:24px">{{#each ${variable}}}<li>${counted}</li>{{/each}}</ul>`
  )

/** `value` is HTML with merge tags. */
interface Row {
  readonly label: string
  readonly value: string
  /** Omits the row if this variable has no value. */
  readonly when?: string
  readonly strong?: true
}

/** Omitted if the variable has no value. */
export const fact = (label: string, variable: string): Row => ({
  label,
  value: `{{${variable}}}`,
  when: variable
})

const guarded = (variable: string | undefined, row: string): string =>
  variable === undefined ? row : `{{#if ${variable}}}${row}{{/if}}`

const lineOf = (look: Look): string => `border-bottom:1px solid ${look.light.line}`

const table = (rows: ReadonlyArray<string>): string =>
  ['<mj-table css-class="text">', ...rows.map((row) => `  ${row}`), "</mj-table>"].join("\n")

export const facts = (look: Look, rows: ReadonlyArray<Row>): string => {
  const head = `padding:10px 12px 10px 0;width:38%;font-size:14px;font-weight:400;text-align:left;vertical-align:top;color:${look.light.muted};${lineOf(look)}`
  const cell = `padding:10px 0;text-align:left;vertical-align:top;word-break:break-word;${lineOf(look)}`
  return table(
    rows.map(({ label, value, when }) =>
      guarded(
        when,
        `<tr><th scope="row" class="label row" style="${head}">${label}</th><td class="row" style="${cell}">${value}</td></tr>`
      )
    )
  )
}

/**
 * Purchased items with prices, and totals. `items` names a list of `name`, `price` and optional
 * `quantity`.
 */
export const purchase = (look: Look, items: string, sums: ReadonlyArray<Row>): string => {
  const row = (label: string, value: string, weight: number, line: string) =>
    `<tr><th scope="row" class="row" style="padding:12px 16px 12px 0;font-weight:${weight};text-align:left;vertical-align:top;${line}">${label}</th>` +
    `<td class="row" style="padding:12px 0;font-weight:${weight};text-align:right;vertical-align:top;white-space:nowrap;${line}">${value}</td></tr>`
  const item = row(counted, "{{price}}", 400, lineOf(look))
  return table([
    `{{#each ${items}}}${item}{{/each}}`,
    ...sums.map(({ label, strong, value, when }) =>
      guarded(when, row(label, value, strong === true ? 700 : 400, ""))
    )
  ])
}

/** How to reach the sender. Continues "please" or "you can". */
export const contact = (look: Look): string =>
  look.supportEmail !== undefined
    ? `write to ${link(look, look.supportEmail.href, look.supportEmail.text)}`
    : look.website !== undefined
      ? `contact us through ${link(look, look.website, "our website")}`
      : "contact our support"

/** Adds a full stop, unless a name such as "Acme Inc." brings one. */
export const sentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`)

/** How long something is valid, if known. Follows another sentence. */
export const expiry = (thing: string): string =>
  `{{#if expires_in}} ${thing} works for {{expires_in}}.{{/if}}`
