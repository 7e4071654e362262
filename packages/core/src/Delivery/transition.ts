import type { EmailStatus } from "@telemark/contract"
import { initialStatus } from "../Emails/index.js"

/** The status of a message that a worker has in hand. */
export const inFlight = "sending"

/** The statuses from which a cause moves a message, and the one to which it does. */
interface Transition {
  readonly from: ReadonlyArray<EmailStatus>
  readonly to: EmailStatus
}

/** What moves a message from one status to another. A test compares this table with the one in `docs/message-flow.md`. */
export const transitions = {
  claimed: { from: ["queued", "deferred", inFlight], to: inFlight },
  /** The worker gave the message back. */
  released: { from: [inFlight], to: initialStatus },
  accepted: { from: [inFlight], to: "sent" },
  temporary: { from: [inFlight], to: "deferred" },
  refused: { from: [inFlight], to: "bounced" },
  undeliverable: { from: [inFlight], to: "failed" },
  /** Whoever sent it wants it no more, and no worker has it in hand. */
  cancelled: { from: ["queued", "deferred"], to: "failed" },
  delivery_reported: { from: ["sent", "deferred", "failed"], to: "delivered" },
  delay_reported: { from: ["sent"], to: "deferred" },
  bounce_reported: { from: ["sent", "deferred", "delivered", "failed"], to: "bounced" },
  complaint_reported: { from: ["sent", "deferred", "delivered", "bounced", "failed"], to: "complained" }
} as const satisfies Readonly<Record<string, Transition>>

/** What moves a message. */
export type Cause = keyof typeof transitions

const mayMove = (from: EmailStatus, { from: allowed }: Transition): boolean => allowed.includes(from)

/**
 * The status after a cause, or undefined if the cause changes nothing: what is reported later never takes
 * a message back (a bounce after delivery counts, a delivery after a bounce doesn't), and `complained` is final.
 * `failed` isn't: an attempt whose end is unknown may have arrived all the same.
 */
export const transition = <C extends Cause>(from: EmailStatus, cause: C): (typeof transitions)[C]["to"] | undefined =>
  mayMove(from, transitions[cause]) ? transitions[cause].to : undefined

/** What an attempt makes of a message in hand, by what came of it. */
export const afterAttempt = {
  accepted: transitions.accepted.to,
  temporary: transitions.temporary.to,
  refused: transitions.refused.to,
  undeliverable: transitions.undeliverable.to
} as const

/** The status that a message is written with when it is accepted: a worker of that process may claim it in the same transaction. */
export const statusAtFirst = (isClaimed: boolean): EmailStatus => isClaimed ? transitions.claimed.to : initialStatus
