import { Domains } from "@telemark/core"
import { Effect, Schedule } from "effect"

const together = 20

/**
 * Verifies the sending domains that are due, every two minutes; without a pause while there are
 * more.
 */
export const domainChecks: Effect.Effect<void, never, Domains> = Effect.flatMap(
  Domains,
  (domains) =>
    Effect.repeat(domains.verifyDue(together), { while: (verified) => verified > 0 }).pipe(
      Effect.catch((error) =>
        Effect.logWarning("sending domains could not be checked; it will be tried again", {
          reason: error.message
        })
      ),
      Effect.catchDefect((defect) =>
        Effect.logError("checking sending domains crashed; it will be tried again", defect)
      ),
      Effect.repeat(Schedule.spaced("2 minutes")),
      Effect.asVoid
    )
)
