import { Reputation } from "@telemark/core"
import { Effect } from "effect"

/**
 * Warns of tenants whose mail gets too many complaints or bounces, or pauses them, as the option
 * `reputation` says. Looks once a minute while any tenant has complaints or bounces, and every
 * other minute while none has: idle servers do little.
 */
export const reputationGuard: Effect.Effect<void, never, Reputation> = Effect.flatMap(
  Reputation,
  ({ guard }) =>
    guard.pipe(
      Effect.catch((error) =>
        Effect.as(
          Effect.logWarning("complaints and bounces could not be checked; it will be tried again", {
            reason: error.message
          }),
          0
        )
      ),
      Effect.catchDefect((defect) =>
        Effect.as(
          Effect.logError(
            "checking complaints and bounces crashed; it will be tried again",
            defect
          ),
          0
        )
      ),
      Effect.flatMap((troubled) => Effect.sleep(troubled > 0 ? "1 minute" : "2 minutes")),
      Effect.forever
    )
)
