import { link } from "../layout/blocks.js"
import type { Look } from "../look/Look.js"

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
