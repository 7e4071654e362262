import { Cause, Effect } from "effect"

/** Logs why something failed: the message of an expected error, and all of a fault. */
export const logTrouble = (message: string, cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  if (Cause.hasDies(cause)) return Effect.logError(message, cause)
  const error = Cause.squash(cause)
  return Effect.logWarning(message, {
    reason: error instanceof Error ? error.message : String(error)
  })
}
