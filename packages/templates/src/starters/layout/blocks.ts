import type { Look } from "../look/Look.js"

/** An item's name with its quantity, if given. */
export const counted = "{{#if quantity}}{{quantity}} × {{/if}}{{name}}"

/** `content` is HTML with merge tags, here and below. */
export const heading = (content: string): string =>
  `<mj-text css-class="text">
  <h1 style="margin:0;font-size:24px;line-height:32px;font-weight:700">${content}</h1>
</mj-text>`

export const paragraph = (content: string): string =>
  `<mj-text css-class="text">
  <p style="margin:0">${content}</p>
</mj-text>`

/** Secondary text: smaller and paler. */
export const note = (content: string): string =>
  `<mj-text css-class="muted" mj-class="note">
  <p style="margin:0">${content}</p>
</mj-text>`

export const greeting = paragraph("{{#if name}}Hi {{name}},{{else}}Hello,{{/if}}")

/** The call to action. */
export const button = (label: string): string =>
  `<mj-button css-class="button" href="{{action_url}}">${label}</mj-button>`

/** The button's full address, for readers who see no buttons or check before they open. */
export const writtenLink = (look: Look): string =>
  note(`Or open this link in your browser:<br />${link(look, "{{action_url}}")}`)

export const link = (look: Look, href: string, text = href): string =>
  `<a class="link" href="${href}" style="color:${look.light.link};word-break:break-word">${text}</a>`

/** Pieces that are shown only if the variable has a value. */
export const when = (variable: string, ...pieces: ReadonlyArray<string>): string =>
  [`<mj-raw>{{#if ${variable}}}</mj-raw>`, ...pieces, "<mj-raw>{{/if}}</mj-raw>"].join("\n")

export const code = (look: Look, content: string): string => {
  const style =
    `margin:0;padding:20px 16px;border-radius:8px;background:${look.light.panel};font-family:Menlo,Consolas,'Courier New',monospace;` +
    "font-size:32px;line-height:40px;font-weight:700;letter-spacing:6px;text-align:center"
  return `<mj-text css-class="text">
  <p class="panel" style="${style}">${content}</p>
</mj-text>`
}

/** Text of another person. */
export const quote = (look: Look, content: string): string =>
  `<mj-text css-class="text">
  <blockquote class="panel" style="margin:0;padding:16px 20px;border-radius:8px;background:${look.light.panel};white-space:pre-line">${content}</blockquote>
</mj-text>`

/** An ordered list of texts. */
export const steps = (variable: string): string =>
  `<mj-text css-class="text">
  <ol style="margin:0;padding-left:24px">{{#each ${variable}}}<li style="padding-bottom:8px">{{this}}</li>{{/each}}</ol>
</mj-text>`

/** A list of items with `name` and optional `quantity`, without prices. */
export const quantities = (variable: string): string =>
  `<mj-text css-class="text">
  <ul style="margin:0;padding-left:24px">{{#each ${variable}}}<li>${counted}</li>{{/each}}</ul>
</mj-text>`
