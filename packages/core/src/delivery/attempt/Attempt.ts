import type { Effect, Exit } from "effect"
import type { ForeseenReport } from "../message/DeliveryOutcome.js"
import type { ClaimedMessage } from "../message/Message.js"
import type { Settlement } from "../settlement/Settlement.js"

/**
 * A settlement to record, followed by feedback that a magic recipient asks for; or, if the route is
 * blocked, until when (epoch milliseconds).
 */
export type Attempted =
  | {
      readonly _tag: "Settled"
      readonly settlement: Settlement
      readonly report: ForeseenReport | undefined
    }
  | { readonly _tag: "Postponed"; readonly until: number }

/**
 * Makes one attempt and returns what to record. Make it uninterruptible together with recording: a
 * lost outcome would send the message again.
 */
export type Attempt = (message: ClaimedMessage) => Effect.Effect<Attempted>

/**
 * An attempt by callback, which is called once, perhaps before it returns. What it returns
 * interrupts the attempt, if nothing was sent yet.
 */
export type BeginAttempt = (
  message: ClaimedMessage,
  done: (exit: Exit.Exit<Attempted>) => void
) => () => void
