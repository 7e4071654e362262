import { EmailStore, idempotencyMillis } from "@telemark/core"
import { Clock, Effect, Schedule } from "effect"

/** Removes what is no longer needed, a bounded number of rows at a time, so that sends never wait for it. */
const tidyUp = Effect.gen(function*() {
  const store = yield* EmailStore
  const before = (yield* Clock.currentTimeMillis) - idempotencyMillis
  yield* Effect.repeat(store.forgetIdempotency(before), {
    while: (removed) => removed > 0,
    schedule: Schedule.spaced("100 millis")
  })
})

/** Tidies up four times an hour. A failure is only logged: the next time tries again. */
export const housekeeping = tidyUp.pipe(
  Effect.catchAll((error) => Effect.logWarning("housekeeping failed; it will be tried again", { reason: error.message })),
  Effect.repeat(Schedule.spaced("15 minutes")),
  Effect.asVoid
)
