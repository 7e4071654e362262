/**
 * The mail of every benchmark: 10 kB of html as a receipt would have it, its own text, one
 * recipient.
 */
const row = (index: number): string =>
  `<tr><td style="padding:8px 12px;font-family:Helvetica,Arial,sans-serif">Item ${String(index)} – blue, size M</td>` +
  `<td align="right" style="padding:8px 12px">€ ${String(19 + index)}.90</td></tr>\n`

const html = (seed: number): string => {
  const head = `<!doctype html><html><body><h1>Order ${String(seed)}</h1><p>Thank you for your order.</p><table width="600">\n`
  let rows = ""
  for (let index = seed % 7; head.length + rows.length < 10_000; index++) rows += row(index)
  return `${head}${rows}</table></body></html>`
}

export interface Mail {
  readonly from: string
  readonly subject: string
  readonly html: string
}

export const mailOf = (seed: number): Mail => ({
  from: "Shop <shop@example.com>",
  subject: `Your order ${String(seed)}`,
  html: html(seed)
})
