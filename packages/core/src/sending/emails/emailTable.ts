import { maxSubjectPrefix } from "@telemark/contract"
import type { Dialect } from "../../database/dialect/Dialect.js"
import { defineTable, textsOrNull } from "../../database/table.js"
import type { EmailRecord } from "./Email.js"

/** With what only its delivery needs. */
export interface LoggedEmail extends EmailRecord {
  readonly body_id: string
  readonly recipient_name: string | null
  readonly sender_name: string | null
}

export const emailTable = defineTable<LoggedEmail>()({
  id: "text",
  tenant_id: "text",
  body_id: "text",
  recipient_email: "text",
  recipient_name: "text",
  sender_email: "text",
  sender_name: "text",
  template_id: "text",
  template_version: "integer",
  subject: "text",
  status: "text",
  smtp_provider: "text",
  smtp_response: "text",
  error_message: "text",
  failure_code: "text",
  attempts: "integer",
  metadata: "json",
  tags: textsOrNull,
  topic: "text",
  scheduled_at: "integer",
  sent_at: "integer",
  next_attempt_at: "integer",
  created_at: "integer"
})

/**
 * By what the log is searched for a recipient: the key of suppressions. The address in lower-case
 * ASCII is that key for nearly all recipients, and for all that earlier versions wrote; only if it
 * isn't, the key is stored. An index has exactly this expression.
 */
export const recipientColumn = "COALESCE(recipient_folded, lower(recipient_email))"

/** As the databases do it, whatever their languages: A to Z alone. */
const inSmallLetters = (text: string): string =>
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
