import type { EmailStatus } from "@telemark/contract"

/** Before a worker claims it. */
export const initialStatus = "queued"

export const inFlight = "sending"

interface Transition {
  readonly from: ReadonlyArray<EmailStatus>
  readonly to: EmailStatus
}

/**
 * All causes of status changes. A test compares this table with the one in `docs/message-flow.md`.
 */
export const transitions = {
  claimed: { from: ["queued", "deferred", inFlight], to: inFlight },
  released: { from: [inFlight], to: initialStatus },
  accepted: { from: [inFlight], to: "sent" },
  temporary: { from: [inFlight], to: "deferred" },
  refused: { from: [inFlight], to: "bounced" },
  undeliverable: { from: [inFlight], to: "failed" },
  cancelled: { from: ["queued", "deferred"], to: "failed" },
  delivery_reported: { from: ["sent", "deferred", "failed"], to: "delivered" },
  delay_reported: { from: ["sent", "deferred"], to: "deferred" },
  bounce_reported: { from: ["sent", "deferred", "delivered", "failed"], to: "bounced" },
  complaint_reported: {
    from: ["sent", "deferred", "delivered", "bounced", "failed"],
    to: "complained"
  }
} as const satisfies Readonly<Record<string, Transition>>

export type Cause = keyof typeof transitions

const mayMove = (from: EmailStatus, { from: allowed }: Transition): boolean =>
  allowed.includes(from)

/**
 * The status after a cause, or undefined if the cause changes nothing. Later reports never move a
 * message backwards: a bounce after a delivery counts, a delivery after a bounce doesn't, and
 * `complained` is final. `failed` isn't final: an attempt with an unknown end may have arrived all
 * the same.
 */
export const transition = <C extends Cause>(
  from: EmailStatus,
  cause: C
): (typeof transitions)[C]["to"] | undefined =>
  mayMove(from, transitions[cause]) ? transitions[cause].to : undefined

export const afterAttempt = {
  accepted: transitions.accepted.to,
  temporary: transitions.temporary.to,
  refused: transitions.refused.to,
  undeliverable: transitions.undeliverable.to
} as const

/**
 * The status written on acceptance: a worker of that process may claim the message in the same
 * transaction.
 */
export const statusAtFirst = (isClaimed: boolean): EmailStatus =>
  isClaimed ? transitions.claimed.to : initialStatus

/**
 * The lease owner of a message that is offered to another queue but not begun; no worker has this
 * name.
 */
export const offeredOwner = "offered"

/** The lease owner of a message that isn't sent before the operator releases it. */
export const heldOwner = "held"

/** When a held message is due, in epoch milliseconds: never, and it has an index. */
export const heldUntil = Date.UTC(9999, 11, 31)

/**
 * Whether a worker has the message in flight, or had when it died. An offered message isn't in
 * flight unless a dead worker had it before.
 */
export const isInFlight = (leaseOwner: string | null, status: EmailStatus): boolean =>
  leaseOwner !== null &&
  ((leaseOwner !== offeredOwner && leaseOwner !== heldOwner) || status === inFlight)
