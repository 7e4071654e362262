import type { Look } from "../Look/index.js"

/** An item's name, and how many there are of it where that is said. */
export const counted = "{{#if quantity}}{{quantity}} × {{/if}}{{name}}"

/** The heading of a mail. `content` of these pieces is html, with merge tags. */
export const heading = (content: string): string =>
  `<mj-text css-class="text">
  <h1 style="margin:0;font-size:24px;line-height:32px;font-weight:700">${content}</h1>
</mj-text>`

/** A paragraph. */
export const paragraph = (content: string): string =>
  `<mj-text css-class="text">
  <p style="margin:0">${content}</p>
</mj-text>`

/** Text that matters less: smaller, and of a quieter colour. */
export const note = (content: string): string =>
  `<mj-text css-class="muted" mj-class="note">
  <p style="margin:0">${content}</p>
</mj-text>`

/** How a mail begins, whether the name is known or not. */
export const greeting = paragraph("{{#if name}}Hi {{name}},{{else}}Hello,{{/if}}")

/** What the reader is asked to do. */
export const button = (label: string): string => `<mj-button css-class="button" href="{{action_url}}">${label}</mj-button>`

/** The button's address in full, for readers who see no buttons, and those who look before they open. */
export const writtenLink = (look: Look): string =>
  note(`Or open this link in your browser:<br />${link(look, "{{action_url}}")}`)

/** A link; without a text of its own it says its address. */
export const link = (look: Look, href: string, text = href): string =>
  `<a class="link" href="${href}" style="color:${look.light.link};word-break:break-word">${text}</a>`

/** Pieces that are there only where the variable has a value. */
export const when = (variable: string, ...pieces: ReadonlyArray<string>): string =>
  [`<mj-raw>{{#if ${variable}}}</mj-raw>`, ...pieces, "<mj-raw>{{/if}}</mj-raw>"].join("\n")

/** A code to be typed or copied. */
export const code = (look: Look, content: string): string => {
  const style = `margin:0;padding:20px 16px;border-radius:8px;background:${look.light.panel};font-family:Menlo,Consolas,'Courier New',monospace;` +
    "font-size:32px;line-height:40px;font-weight:700;letter-spacing:6px;text-align:center"
  return `<mj-text css-class="text">
  <p class="panel" style="${style}">${content}</p>
</mj-text>`
}

/** Words of somebody else. */
export const quote = (look: Look, content: string): string =>
  `<mj-text css-class="text">
  <blockquote class="panel" style="margin:0;padding:16px 20px;border-radius:8px;background:${look.light.panel};white-space:pre-line">${content}</blockquote>
</mj-text>`

/** Steps in their order: a list of texts. */
export const steps = (variable: string): string =>
  `<mj-text css-class="text">
  <ol style="margin:0;padding-left:24px">{{#each ${variable}}}<li style="padding-bottom:8px">{{this}}</li>{{/each}}</ol>
</mj-text>`

/** Things without their prices: a list of `name` and, where there are several of one, `quantity`. */
export const quantities = (variable: string): string =>
  `<mj-text css-class="text">
  <ul style="margin:0;padding-left:24px">{{#each ${variable}}}<li>${counted}</li>{{/each}}</ul>
</mj-text>`
