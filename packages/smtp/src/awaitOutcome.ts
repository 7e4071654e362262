import { type DeliveryOutcome, wakeable } from "@telemark/core"
import { Effect } from "effect"
import type { Ended } from "./sendPrepared.js"

/** Interruptible while nothing was sent; then it waits for the outcome whatever happens. */
export const awaitOutcome = (begin: (done: Ended) => () => void): Effect.Effect<DeliveryOutcome> =>
  Effect.suspend(() => {
    let known: { readonly outcome: DeliveryOutcome | undefined } | undefined
    let listener: Ended | undefined
    const ended = wakeable<DeliveryOutcome | undefined>((resume) => {
      listener = (outcome) => {
        resume(Effect.succeed(outcome))
      }
      if (known !== undefined) listener(known.outcome)
    }, "microtask")
    const stop = begin((outcome) => {
      known = { outcome }
      listener?.(outcome)
    })
    // It ends without an outcome only if it is interrupted.
    const outcome = Effect.flatMap(ended, (made) =>
      made === undefined ? Effect.interrupt : Effect.succeed(made)
    )
    return Effect.uninterruptible(
      Effect.catchCause(Effect.interruptible(outcome), () => {
        stop()
        return outcome
      })
    )
  })
