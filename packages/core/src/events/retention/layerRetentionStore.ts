import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { RetentionStore } from "./RetentionStore.js"
import { makeOldest } from "./oldest.js"
import { makeRemovals } from "./removals.js"
import { makeSweep } from "./sweep.js"
import { makeUnneededBefore } from "./unneededBefore.js"

/** The maximum of rows that one transaction removes. */
const max = 500

export const layerRetentionStore = Layer.effect(
  RetentionStore,
  Effect.gen(function* () {
    const { dialect, sql, tables, writeRelaxed } = yield* Database
    const sweep = yield* makeSweep
    const oldest = yield* makeOldest
    const remove = yield* makeRemovals
    const unneededBefore = yield* makeUnneededBefore

    return {
      removeBodies: sweep({
        read: oldest("bodies", max),
        remove: remove.bodies,
        until: unneededBefore
      }),
      removeEmails: sweep({ read: oldest("emails", max), remove: remove.emails }),
      removeEvents: sweep({ read: oldest("events", max), remove: remove.events }),
      removeFeedbackReports: sweep({
        read: oldest("feedback_reports", max),
        remove: remove.feedbackReports
      }),
      removeWebhookAttempts: sweep({
        read: oldest("webhook_attempts", max),
        remove: remove.webhookAttempts
      }),

      removeFeedbackCalls: (before) =>
        writeRelaxed(
          Effect.map(
            sql`DELETE FROM ${tables.feedback_calls} WHERE (source_id, token_digest) IN
            (SELECT source_id, token_digest FROM ${tables.feedback_calls} WHERE expires_at < ${before} ORDER BY expires_at
              LIMIT ${max} ${sql.literal(dialect.skipLocked)})
            RETURNING token_digest`,
            (rows) => rows.length
          )
        ),

      removeIdempotency: (before) =>
        writeRelaxed(
          Effect.map(
            sql`DELETE FROM ${tables.idempotency} WHERE (tenant_id, key) IN
            (SELECT tenant_id, key FROM ${tables.idempotency} WHERE created_at < ${before} ORDER BY created_at
              LIMIT ${max} ${sql.literal(dialect.skipLocked)})
            RETURNING key`,
            (rows) => rows.length
          )
        )
    }
  })
)
