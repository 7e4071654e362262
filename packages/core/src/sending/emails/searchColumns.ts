import { maxSubjectPrefix } from "@telemark/contract"
import type { Dialect } from "../../database/dialect/Dialect.js"
import { inSmallLetters, recipientColumn } from "./recipientsRows.js"

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
