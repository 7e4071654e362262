import { idempotencyMillis, type RetentionPolicy, type Remove, RetentionStore, SubscriptionStore, TenantStore } from "@telemark/core"
import { Clock, Effect, Schedule } from "effect"

/** A send that is about to be committed must find its body, also where clocks differ: nothing younger is ever removed. */
const leastKept = 24 * 60 * 60 * 1000

/** Removes one kind of things, a bounded number of rows at a time and with a pause between, so that no send waits for it. */
const remove = (kind: string, older: Remove, keptFor: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.repeat(older(now - keptFor), {
      while: (removed) => removed > 0,
      schedule: Schedule.spaced("100 millis")
    })).pipe(
      Effect.catchAll((error) => Effect.logWarning("housekeeping failed; it will be tried again", { kind, reason: error.message })),
      // Else the loop would break, and begin again at once.
      Effect.catchAllDefect((defect) => Effect.logError("housekeeping broke; it will be tried again", { kind }, defect)),
      Effect.asVoid
    )

const removeOld = (kind: string, older: Remove, keptFor: number | null): Effect.Effect<void> =>
  keptFor === null ? Effect.void : remove(kind, older, Math.max(keptFor, leastKept))

/** For how long requests that began before a tenant was removed may still write something of it. */
const removalMillis = 60 * 60 * 1000

/** Tidies up four times an hour. What fails is logged, and holds nothing else up: the next time tries again. */
export const housekeeping = (policy: RetentionPolicy): Effect.Effect<void, never, RetentionStore | TenantStore> =>
  Effect.flatMap(Effect.all([RetentionStore, TenantStore]), ([store, tenants]) =>
    // Side by side: a backlog of one kind holds up no other.
    Effect.all([
      removeOld("idempotency keys", store.removeIdempotency, idempotencyMillis),
      removeOld("bodies", store.removeBodies, policy.bodies),
      removeOld("webhook attempts", store.removeWebhookAttempts, policy.deliveries),
      removeOld("events", store.removeEvents, policy.events),
      removeOld("emails", store.removeEmails, policy.log),
      remove("removed tenants", (before) => Effect.as(tenants.finishRemovals(before), 0), removalMillis)
    ], { concurrency: "unbounded", discard: true }).pipe(Effect.repeat(Schedule.spaced("15 minutes")), Effect.asVoid))

/** Forgets subscriptions that nobody extended, every five minutes: as long as they are kept, events are owed to them. */
export const forgetSubscriptions: Effect.Effect<void, never, SubscriptionStore> = Effect.flatMap(SubscriptionStore, (store) =>
  remove("subscriptions", store.removeExpired, 0).pipe(Effect.repeat(Schedule.spaced("5 minutes")), Effect.asVoid))
