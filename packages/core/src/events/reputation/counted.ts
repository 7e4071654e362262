import type { EmailStatus, FailureCode } from "@telemark/contract"
import type { MailCounts } from "./MailCounts.js"

/**
 * Refusals that say that a list is bad: nobody has the address, or nothing takes mail for its
 * domain. A rate needs less certainty than suppressing an address, so `recipient_refused` counts,
 * which suppresses nobody. Full mailboxes, and refusals of the content, the sender or our servers
 * say nothing about the list.
 */
const hardBounces: ReadonlySet<FailureCode> = new Set<FailureCode>([
  "invalid_recipient",
  "recipient_refused",
  "routing"
])

const isHardBounce = (status: EmailStatus, code: FailureCode | null): boolean =>
  status === "bounced" && code !== null && hardBounces.has(code)

/**
 * What an attempt counts as; undefined if as nothing, because the next hop neither accepted the
 * message nor refused its recipient.
 */
export const countAttempt = (
  status: EmailStatus,
  code: FailureCode | null
): MailCounts | undefined => {
  if (isHardBounce(status, code)) return { sent: 1, bounced: 1, complained: 0 }
  return status === "sent" ? { sent: 1, bounced: 0, complained: 0 } : undefined
}

/**
 * What a report counts as that changes a message's status from `before`; undefined if as nothing.
 * The message itself was counted when it was sent.
 */
export const countReport = (
  before: EmailStatus,
  status: EmailStatus,
  code: FailureCode | null
): MailCounts | undefined => {
  if (before === status) return undefined
  if (isHardBounce(status, code)) return { sent: 0, bounced: 1, complained: 0 }
  return status === "complained" ? { sent: 0, bounced: 0, complained: 1 } : undefined
}
