import type { FoundReport } from "@telemark/core"

/**
 * Why a message reports nothing: feedback types (RFC 5965, RFC 6591) that say nothing about the
 * recipient's wishes, an automatic reply (RFC 3834), a disposition notification (RFC 8098).
 */
export type IgnoredReason =
  | "auth_failure"
  | "not_spam"
  | "other_feedback"
  | "automatic_reply"
  | "receipt"

/** What a message says that came back. */
export type Bounce =
  /**
   * One report for each recipient, at least one: of a delivery status notification (RFC 3464, RFC
   * 6533), or of a bounce in prose.
   */
  | { readonly _tag: "DeliveryReports"; readonly reports: ReadonlyArray<FoundReport> }
  /** `complained` or `unsubscribed` (RFC 5965), at least one. */
  | { readonly _tag: "SpamReport"; readonly reports: ReadonlyArray<FoundReport> }
  | { readonly _tag: "Ignored"; readonly reason: IgnoredReason }
  /** Neither a report nor an automatic reply, or a bounce without any code that says why. */
  | { readonly _tag: "Unknown" }

/**
 * The reports of a message that came to these messages' return paths, which take precedence over
 * what it says: anybody can write an id into a bounce, but only those who got a mail know its
 * token. Each report is about each of these messages; without any, about the message that it names.
 */
export const reportsOf = (
  bounce: Bounce,
  emailIds: ReadonlyArray<string>
): ReadonlyArray<FoundReport> => {
  if (bounce._tag !== "DeliveryReports" && bounce._tag !== "SpamReport") return []
  if (emailIds.length === 0) return bounce.reports
  return [...new Set(emailIds)].flatMap((email_id) =>
    bounce.reports.map((report): FoundReport => ({ ...report, message: { email_id } }))
  )
}
