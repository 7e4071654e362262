import { RetentionStore } from "@telemark/core"
import { Effect, Layer } from "effect"
import { Database } from "../Database/index.js"
import { makeOldest } from "./oldest.js"
import { makeRemovals } from "./removals.js"
import { makeSweep } from "./sweep.js"

/** Rows that one transaction removes at most. */
const most = 500

/** By how much the clocks of two processes may differ. */
const skew = 24 * 60 * 60 * 1000

export const layerRetentionStore = Layer.effect(
  RetentionStore,
  Effect.gen(function*() {
    const { dialect, sql, writeRelaxed } = yield* Database
    const sweep = yield* makeSweep
    const oldest = yield* makeOldest
    const remove = yield* makeRemovals

    // A body was made with its messages: whatever is older than the oldest one that is owed isn't needed any more.
    // One that isn't in the log says nothing about the others.
    const notOwed = (before: number) =>
      Effect.map(
        sql<{ readonly id: string | null; readonly created_at: number | null }>`
          SELECT (SELECT MIN(id) FROM queue) AS id,
            (SELECT created_at FROM emails WHERE id = (SELECT MIN(id) FROM queue)) AS created_at`,
        ([owed]) => (owed === undefined || owed.id === null ? before : Math.min(before, (owed.created_at ?? -Infinity) - skew))
      )

    return {
      removeBodies: sweep({ read: oldest("bodies", most), remove: remove.bodies, until: notOwed }),
      removeEmails: sweep({ read: oldest("emails", most), remove: remove.emails }),
      removeEvents: sweep({ read: oldest("events", most), remove: remove.events }),
      removeWebhookAttempts: sweep({ read: oldest("webhook_attempts", most), remove: remove.webhookAttempts }),

      removeIdempotency: (before) =>
        writeRelaxed(Effect.map(
          sql`DELETE FROM idempotency WHERE (tenant_id, key) IN
            (SELECT tenant_id, key FROM idempotency WHERE created_at < ${before} ORDER BY created_at
              LIMIT ${most} ${sql.literal(dialect.skipLocked)})
            RETURNING key`,
          (rows) => rows.length
        ))
    }
  })
)
