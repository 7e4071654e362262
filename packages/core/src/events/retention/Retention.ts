import { Effect } from "effect"
import { makeRemoveOldest } from "../../database/removeOldest.js"
import { firstIdAt } from "../../kernel/ids.js"
import { makeRemovals, makeUnneededBefore } from "./removals.js"
import { makeSweep } from "./sweep.js"

/**
 * How long data is kept after its creation, in milliseconds; less than a day counts as a day, null
 * keeps it forever.
 */
export interface RetentionPolicy {
  /** The HTML, text and headers of mails. */
  readonly bodies: number | null
  /** The log, one row per message, which analytics count. */
  readonly log: number | null
  readonly events: number | null
  readonly deliveries: number | null
  readonly auditLog: number | null
}

const day = 24 * 60 * 60 * 1000

/** Bodies 30 days, log 365, events 90, webhook attempts 30, audit log 400. */
export const defaultRetentionPolicy: RetentionPolicy = {
  bodies: 30 * day,
  log: 365 * day,
  events: 90 * day,
  deliveries: 30 * day,
  auditLog: 400 * day
}

/**
 * Removes expired rows, a bounded number at a time, and remembers how far it got in each table.
 * Scheduled mail counts as created at its scheduled time.
 */
export const makeRetention = Effect.gen(function* () {
  const sweep = yield* makeSweep
  const removeOldest = yield* makeRemoveOldest
  const removals = yield* makeRemovals
  return {
    /**
     * Bodies and files, except those that unsettled messages need or newer than a day before the
     * oldest unsettled, unscheduled message.
     */
    removeBodies: sweep("bodies", removals.bodies, yield* makeUnneededBefore),

    /** Settled messages of the log, which are no longer counted afterwards. */
    removeEmails: sweep("emails", removals.emails),

    /** With their outbox rows of subscriptions. */
    removeEvents: sweep("events", removals.events),

    /** Reports that no message is known for, and those whose message was never sent. */
    removeFeedbackReports: sweep("feedback_reports", removals.feedbackReports),

    removeWebhookAttempts: sweep("webhook_attempts", removals.webhookAttempts),

    /** Remembered calls of feedback sources that expired before the time. */
    removeFeedbackCalls: removeOldest({
      table: "feedback_calls",
      key: "source_id, token_digest",
      by: "expires_at"
    }),

    removeIdempotency: removeOldest({
      table: "idempotency",
      key: "tenant_id, key",
      by: "created_at"
    }),

    /** What was counted of mail in hours that began before. */
    removeReputationHours: removeOldest({
      table: "reputation_hours",
      key: "tenant_id, domain, starts_at",
      by: "starts_at"
    }),

    /** Sends that were inserted by SQL and decided before the time. */
    removeSqlSends: removeOldest({ table: "sql_sends", key: "id", by: "decided_at" }),

    /** Of messages that were accepted before the time. */
    removeTraces: removeOldest({
      table: "traces",
      key: "email_id",
      by: "email_id",
      from: (before) => firstIdAt("em", before)
    }),

    removeAuditEntries: removeOldest({
      table: "audit_log",
      key: "id",
      by: "id",
      from: (before) => firstIdAt("aud", before)
    }),

    removeOperatorEvents: removeOldest({
      table: "operator_events",
      key: "id",
      by: "id",
      from: (before) => firstIdAt("oev", before)
    })
  }
})

export type Retention = Effect.Success<typeof makeRetention>
