import { attemptFailures, type FailureCode } from "@telemark/contract"
import { Schema } from "effect"

/** What an outcome means for the message. `consequences` says what follows from each, and whom it is about. */
export const Verdict = Schema.Literal("accepted", ...attemptFailures)
export type Verdict = typeof Verdict.Type

/** The failure code of a message whose last attempt was understood so. */
export const failureCodeOf = (verdict: Verdict): FailureCode | null => verdict === "accepted" ? null : verdict

/**
 * Whom an outcome is about. `account`: ours at the next hop; `route`: the network, TLS, the login, the load or the reputation
 * of the address that we send from; `sender`: the address or domain that the message is from, and what proves it.
 */
export type Subject = "recipient" | "message" | "sender" | "account" | "route" | "unknown"

/**
 * What follows. `retry_refused`: it is tried again, but only for as long as a next hop may refuse us. `refused`: the receiving
 * side's last word, the message bounced. `undeliverable`: the message failed on our side.
 */
export type Consequence = "accepted" | "retry" | "retry_refused" | "refused" | "undeliverable"

/** The policy: whom a verdict is about as a rule, and what follows from it. */
export const consequences: Readonly<Record<Verdict, { readonly about: Subject; readonly then: Consequence }>> = {
  accepted: { about: "unknown", then: "accepted" },
  transient: { about: "unknown", then: "retry" },
  limit: { about: "account", then: "retry" },
  hop_refuses_us: { about: "route", then: "retry_refused" },
  // Not failed at once: an account that is unlocked within the day has lost no mail.
  account_refused: { about: "account", then: "retry_refused" },
  sender_refused: { about: "sender", then: "undeliverable" },
  authentication: { about: "sender", then: "undeliverable" },
  invalid_recipient: { about: "recipient", then: "refused" },
  recipient_refused: { about: "recipient", then: "refused" },
  mailbox_full: { about: "recipient", then: "refused" },
  too_large: { about: "message", then: "refused" },
  policy: { about: "message", then: "refused" },
  // A refusal that is final by its code: to ask again from a listed address makes its reputation worse.
  blocked: { about: "route", then: "refused" },
  content: { about: "message", then: "refused" },
  routing: { about: "recipient", then: "refused" },
  undetermined: { about: "unknown", then: "refused" },
  unsendable: { about: "message", then: "undeliverable" }
}

/** How an outcome is understood. */
export interface Reading {
  readonly verdict: Verdict
  readonly about: Subject
  /** Whether it may be otherwise later, so that the message is tried again. */
  readonly passes: boolean
  /** A limit that is counted by the day: it is hours until it passes. */
  readonly isDaily?: boolean
  /** An answer that so many recipients got that it isn't believed: see `SuppressionBrake`. */
  readonly isDisbelieved?: boolean
}

/** A reading as its verdict has it as a rule. */
export const readingOf = (verdict: Verdict): Reading => {
  const { about, then } = consequences[verdict]
  return { verdict, about, passes: then === "retry" || then === "retry_refused" }
}
