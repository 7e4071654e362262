import { attemptFailures, type FailureCode } from "@telemark/contract"
import { Schema } from "effect"

/** What an outcome means for the message; see `consequences`. */
export const Verdict = Schema.Literals(["accepted", ...attemptFailures])
export type Verdict = typeof Verdict.Type

/** The failure code of a message whose last attempt had this verdict. */
export const failureCodeOf = (verdict: Verdict): FailureCode | null =>
  verdict === "accepted" ? null : verdict

/**
 * Whom an outcome concerns. `account`: ours at the next hop; `route`: network, TLS, login, load, or
 * the reputation of our IP address; `sender`: the sender's address or domain and its
 * authentication.
 */
export type Subject = "recipient" | "message" | "sender" | "account" | "route" | "unknown"

/**
 * What follows. `retry_refused`: retried, but only as long as a next hop may refuse us; `refused`:
 * final at the receiving side, the message bounced; `undeliverable`: the message failed on our
 * side.
 */
type Consequence = "accepted" | "retry" | "retry_refused" | "refused" | "undeliverable"

/**
 * The policy: whom a verdict usually concerns, and what follows from it, also where a provider
 * reports it. With `suppresses`, no more mail goes to the address.
 */
export const consequences: Readonly<
  Record<
    Verdict,
    { readonly about: Subject; readonly then: Consequence; readonly suppresses?: true }
  >
> = {
  accepted: { about: "unknown", then: "accepted" },
  transient: { about: "unknown", then: "retry" },
  limit: { about: "account", then: "retry" },
  hop_refuses_us: { about: "route", then: "retry_refused" },
  // Not failed at once: an account that is unlocked within the day loses no mail.
  account_refused: { about: "account", then: "retry_refused" },
  sender_refused: { about: "sender", then: "undeliverable" },
  authentication: { about: "sender", then: "undeliverable" },
  invalid_recipient: { about: "recipient", then: "refused", suppresses: true },
  recipient_refused: { about: "recipient", then: "refused" },
  mailbox_full: { about: "recipient", then: "refused" },
  too_large: { about: "message", then: "refused" },
  policy: { about: "message", then: "refused" },
  // Final by its code: retrying from a listed address makes its reputation worse.
  blocked: { about: "route", then: "refused" },
  content: { about: "message", then: "refused" },
  routing: { about: "recipient", then: "refused" },
  undetermined: { about: "unknown", then: "refused" },
  unsendable: { about: "message", then: "undeliverable" }
}

export const suppresses = (verdict: Verdict): boolean => consequences[verdict].suppresses === true

export interface Reading {
  readonly verdict: Verdict
  readonly about: Subject
  /** Whether it may pass, so that the message is retried. */
  readonly passes: boolean
  /** A daily limit: it takes hours to pass. */
  readonly isDaily?: boolean
  /** A reply that too many recipients got to be believed: see `SuppressionBrake`. */
  readonly isDisbelieved?: boolean
}

export const readingOf = (verdict: Verdict): Reading => {
  const { about, then } = consequences[verdict]
  return { verdict, about, passes: then === "retry" || then === "retry_refused" }
}
