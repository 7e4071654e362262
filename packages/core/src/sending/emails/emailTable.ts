import { type KeptMembers, maxSubjectPrefix } from "@telemark/contract"
import type { Dialect } from "../../database/dialect/Dialect.js"
import { tagsOf, tagsText } from "./tagTable.js"

/** The columns of `emails` for the members of a send that messages keep. */
export const keptFields = { metadata: "text", tags: "text", topic: "text" } as const

export const keptColumns = Object.keys(keptFields).join(", ")

export type KeptRow = { readonly [Column in keyof typeof keptFields]: string | null }

export const keptRow = ({ metadata, tags, topic }: KeptMembers): KeptRow => ({
  metadata: metadata === null ? null : JSON.stringify(metadata),
  tags: tagsText(tags),
  topic
})

export const keptMembers = ({ metadata, tags, topic }: KeptRow): KeptMembers => ({
  metadata: metadata === null ? null : (JSON.parse(metadata) as KeptMembers["metadata"]),
  tags: tagsOf(tags),
  topic
})

/**
 * By what the log is searched for a recipient: the key of suppressions. The address in lower-case
 * ASCII is that key for nearly all recipients, and for all that earlier versions wrote; only if it
 * isn't, the key is stored. An index has exactly this expression.
 */
export const recipientColumn = "COALESCE(recipient_folded, lower(recipient_email))"

/** As the databases do it, whatever their languages: A to Z alone. */
export const inSmallLetters = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** The key to store beside a recipient; null if it is the address in lower-case ASCII. */
export const recipientFolded = (address: string, folded: string): string | null =>
  inSmallLetters(address) === folded ? null : folded

/** What follows the last @ of an address: a local part in quotes may have others. */
const domainOf = ({ name }: Dialect, address: string): string =>
  name === "sqlite"
    ? `substr(${address}, length(rtrim(${address}, replace(${address}, '@', ''))) + 1)`
    : `reverse(split_part(reverse(${address}), '@', 1))`

/** By what the log is filtered. The index of recipients' domains has exactly that expression. */
export const searchColumns = (dialect: Dialect) => ({
  recipient_domain: domainOf(dialect, recipientColumn),
  // In no index: a tenant has few of the one, and the other is found by its words.
  sender_domain: `lower(${domainOf(dialect, "sender_email")})`,
  subject: `lower(substr(subject, 1, ${String(maxSubjectPrefix)}))`
})

/**
 * The texts between which, in the order of octets, those lie that begin with a prefix: no character
 * comes after the last one of Unicode.
 */
export const rangeOf = (prefix: string): readonly [from: string, to: string] => {
  const from = inSmallLetters(prefix)
  return [from, `${from}\u{10ffff}`]
}
