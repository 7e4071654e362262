import { idempotencyMillis, type RetentionPolicy, type Remove, RetentionStore } from "@telemark/core"
import { Clock, Effect, Schedule } from "effect"

/** A send that is about to be committed must find its body, also where clocks differ: nothing younger is ever removed. */
const leastKept = 24 * 60 * 60 * 1000

/** Removes one kind of things, a bounded number of rows at a time and with a pause between, so that no send waits for it. */
const remove = (kind: string, older: Remove, keptFor: number | null): Effect.Effect<void> =>
  keptFor === null ? Effect.void : Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.repeat(older(now - Math.max(keptFor, leastKept)), {
      while: (removed) => removed > 0,
      schedule: Schedule.spaced("100 millis")
    })).pipe(
      Effect.catchAll((error) => Effect.logWarning("housekeeping failed; it will be tried again", { kind, reason: error.message })),
      // Else the loop would break, and begin again at once.
      Effect.catchAllDefect((defect) => Effect.logError("housekeeping broke; it will be tried again", { kind }, defect)),
      Effect.asVoid
    )

/** Tidies up four times an hour. What fails is logged, and holds nothing else up: the next time tries again. */
export const housekeeping = (policy: RetentionPolicy): Effect.Effect<void, never, RetentionStore> =>
  Effect.flatMap(RetentionStore, (store) =>
    // Side by side: a backlog of one kind holds up no other.
    Effect.all([
      remove("idempotency keys", store.removeIdempotency, idempotencyMillis),
      remove("bodies", store.removeBodies, policy.bodies),
      remove("events", store.removeEvents, policy.events),
      remove("emails", store.removeEmails, policy.log)
    ], { concurrency: "unbounded", discard: true }).pipe(Effect.repeat(Schedule.spaced("15 minutes")), Effect.asVoid))
