import { Schema } from "effect"
import { isAddress } from "./address.js"

/** A mailbox as a sender is written: an address and perhaps a display name. */
export interface Mailbox {
  readonly name: string | null
  readonly address: string
}

const longestName = 255
const unquote = (name: string): string =>
  name.startsWith("\"") && name.endsWith("\"") && name.length > 1
    ? name.slice(1, -1).replace(/\\(.)/g, "$1")
    : name

/**
 * Reads `a@b.c` or `Name <a@b.c>` (RFC 5322 3.4); undefined if the text is neither. A name may hold any
 * character (whole ones) but controls and angle brackets, quoted or not: it is encoded when the mail is composed.
 */
export const parseMailbox = (text: string): Mailbox | undefined => {
  if (isAddress(text)) return { name: null, address: text }
  const match = /^([^<>]*)<([^<>\s]+)>$/.exec(text.trim())
  const address = match?.[2] ?? ""
  const name = unquote((match?.[1] ?? "").trim())
  if (match === null || !isAddress(address) || /\p{Cc}/u.test(text) || !text.isWellFormed() || name.length > longestName) return undefined
  return { name: name === "" ? null : name, address }
}

/** Splits an address list at its commas, leaving those inside quotes alone. */
const splitList = (text: string): ReadonlyArray<string> => text.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? []

/** Reads a comma-separated list of mailboxes; undefined if one of them isn't one or none is there. */
export const parseMailboxList = (text: string): ReadonlyArray<Mailbox> | undefined => {
  const mailboxes = splitList(text).map((part) => parseMailbox(part.trim()))
  return mailboxes.length > 0 && mailboxes.every((mailbox) => mailbox !== undefined) ? mailboxes : undefined
}

/** A sender: `a@b.c` or `Name <a@b.c>`. */
export const Sender = Schema.String.pipe(
  Schema.filter(
    (text) => (parseMailbox(text) === undefined ? "must be an address such as a@example.com or Name <a@example.com>" : undefined),
    { identifier: "Sender", jsonSchema: { type: "string", examples: ["Shop <shop@example.com>"] } }
  )
)
