const style =
  "margin:0;padding:0 24px 12px 24px;font-family:Arial,sans-serif;font-size:14px;line-height:22px;color:#333333;background:#ffffff;text-align:left"
const fields = Array.from({ length: 55 }, (_, index) => `field${index}`)

/** A template of 10 kB with 60 merge tags, a list of 20 items and conditions. */
export const html = `${fields.map((field) => `<p style="${style}">{{order.${field}}}</p>`).join("\n")}
{{#if express}}<p>Express, {{date}}</p>{{else}}<p>{{date}}</p>{{/if}}
<table>{{#each items}}<tr>{{#if @first}}<td>First</td>{{/if}}<td>{{name}}</td><td>{{price}} {{../currency}}</td>{{#if note}}<td>{{note}}</td>{{/if}}</tr>{{/each}}</table>
{{#unless paid}}<p>Please pay {{total}} {{currency}}</p>{{/unless}}`

/** What it is rendered with. */
export const data = {
  order: Object.fromEntries(
    fields.map((field, index) => [field, index % 5 === 0 ? "Tea & milk" : `Value ${index}`])
  ),
  express: true,
  date: "2026-11-21",
  currency: "EUR",
  total: 120.5,
  paid: false,
  items: Array.from({ length: 20 }, (_, index) => ({
    name: `Cup ${index}`,
    price: 3.5 * index,
    note: index % 2 === 0 ? "blue" : ""
  }))
}
