import type { EmailStatus } from "@telemark/contract"

/** What moves a message from one status to another. */
export type Cause =
  | "claimed"
  /** The lease ran out or the worker gave the message back. */
  | "released"
  | "accepted"
  | "temporary"
  | "refused"
  | "undeliverable"
  /** Whoever sent it wants it no more, and no worker has it in hand. */
  | "cancelled"
  | "delivery_reported"
  | "delay_reported"
  | "bounce_reported"
  | "complaint_reported"

/** What an attempt makes of a message in hand, by what came of it. */
export const afterAttempt = { accepted: "sent", temporary: "deferred", refused: "bounced", undeliverable: "failed" } as const

const table: Readonly<Record<Cause, Partial<Record<EmailStatus, EmailStatus>>>> = {
  claimed: { queued: "sending", deferred: "sending", sending: "sending" },
  released: { sending: "queued" },
  accepted: { sending: afterAttempt.accepted },
  temporary: { sending: afterAttempt.temporary },
  refused: { sending: afterAttempt.refused },
  undeliverable: { queued: "failed", sending: afterAttempt.undeliverable, deferred: "failed" },
  cancelled: { queued: "failed", deferred: "failed" },
  delivery_reported: { sent: "delivered", deferred: "delivered", failed: "delivered" },
  delay_reported: { sent: "deferred" },
  bounce_reported: { sent: "bounced", deferred: "bounced", delivered: "bounced", failed: "bounced" },
  complaint_reported: { sent: "complained", deferred: "complained", delivered: "complained", bounced: "complained", failed: "complained" }
}

/**
 * The status after a cause, or undefined if the cause changes nothing: what is reported later never takes
 * a message back (a bounce after delivery counts, a delivery after a bounce doesn't), and `complained` is final.
 * `failed` isn't: an attempt whose end is unknown may have arrived all the same.
 */
export const transition = (from: EmailStatus, cause: Cause): EmailStatus | undefined => table[cause][from]
