import type { Look } from "../look/Look.js"
import { counted } from "./blocks.js"

/** `value` is HTML with merge tags. */
export interface Row {
  readonly label: string
  readonly value: string
  /** Omits the row if this variable has no value. */
  readonly when?: string
  readonly strong?: true
}

/** A row with a variable's value, omitted if there is none. */
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
