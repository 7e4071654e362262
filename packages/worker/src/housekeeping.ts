import {
  feedbackKeptMillis,
  idempotencyMillis,
  operatorEventsKeptMillis,
  orLog,
  type Remove,
  reputationKeptMillis,
  type Retention,
  type RetentionPolicy,
  sessionQueries,
  sqlSendsKeptMillis,
  subscriptionQueries,
  tenantRemoval
} from "@telemark/core"
import { Clock, Effect, Schedule } from "effect"
import { orLogCrash } from "./backgroundLoops.js"

/** Nothing younger is removed: a send about to commit must find its body, even if clocks differ. */
const minKeptMillis = 24 * 60 * 60 * 1000

/** In bounded batches with a pause between, so that no send waits for it. */
const remove = (kind: string, older: Remove, keptFor: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.repeat(older(now - keptFor), {
      while: (removed) => removed > 0,
      schedule: Schedule.spaced("100 millis")
    })
  ).pipe(
    orLog("housekeeping failed; it will be tried again", undefined, { kind }),
    orLogCrash("housekeeping crashed; it will be tried again", undefined, { kind }),
    Effect.asVoid
  )

const removeOld = (kind: string, older: Remove, keptFor: number | null) =>
  keptFor === null ? Effect.void : remove(kind, older, Math.max(keptFor, minKeptMillis))

/** How long requests that began before a tenant was removed may still write something of it. */
const removalMillis = 60 * 60 * 1000

/** Removes what is older than the retention policy allows, every 15 minutes. */
export const housekeeping = (policy: RetentionPolicy, store: Retention) =>
  Effect.flatMap(Effect.all([tenantRemoval, sessionQueries]), ([removal, sessions]) =>
    // A backlog of one kind delays no other.
    Effect.all(
      [
        removeOld("idempotency keys", store.removeIdempotency, idempotencyMillis),
        removeOld("bodies", store.removeBodies, policy.bodies),
        removeOld("webhook attempts", store.removeWebhookAttempts, policy.deliveries),
        removeOld("feedback reports", store.removeFeedbackReports, feedbackKeptMillis),
        remove("calls of feedback sources", store.removeFeedbackCalls, 0),
        removeOld("events", store.removeEvents, policy.events),
        removeOld("hours of reputation", store.removeReputationHours, reputationKeptMillis),
        removeOld("events for the operator", store.removeOperatorEvents, operatorEventsKeptMillis),
        removeOld("sends inserted by SQL", store.removeSqlSends, sqlSendsKeptMillis),
        removeOld("traces of emails", store.removeTraces, policy.deliveries),
        removeOld("entries of the audit log", store.removeAuditEntries, policy.auditLog),
        removeOld("emails", store.removeEmails, policy.log),
        remove("sessions", sessions.removeExpired, 0),
        remove("removed tenants", (before) => Effect.as(removal.finish(before), 0), removalMillis)
      ],
      { concurrency: "unbounded", discard: true }
    ).pipe(Effect.repeat(Schedule.spaced("15 minutes")), Effect.asVoid)
  )

/** Every five minutes: as long as they are kept, outbox rows are written for them. */
export const removeExpiredSubscriptions = Effect.flatMap(subscriptionQueries, ({ removeExpired }) =>
  remove("subscriptions", removeExpired, 0).pipe(
    Effect.repeat(Schedule.spaced("5 minutes")),
    Effect.asVoid
  )
)
