import { RetentionStore } from "@telemark/core"
import { Effect, Layer } from "effect"
import { Database } from "../Database/index.js"
import { makeOldest } from "./oldest.js"
import { makeRemovals } from "./removals.js"
import { makeSweep } from "./sweep.js"

/** Rows of one transaction. A body may be large, so fewer of them. */
const most = { rows: 500, bodies: 100 }

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
    const notOwed = (before: number) =>
      Effect.map(
        sql<{ readonly created_at: number }>`SELECT created_at FROM emails WHERE id = (SELECT MIN(id) FROM queue)`,
        ([owed]) => (owed === undefined ? before : Math.min(before, owed.created_at - skew))
      )

    return {
      removeBodies: sweep({ read: oldest("bodies", most.bodies), remove: remove.bodies, limit: notOwed }),
      removeEmails: sweep({ read: oldest("emails", most.rows), remove: remove.emails }),
      removeEvents: sweep({ read: oldest("events", most.rows), remove: remove.events }),

      removeIdempotency: (before) =>
        writeRelaxed(Effect.map(
          sql`DELETE FROM idempotency WHERE (tenant_id, key) IN
            (SELECT tenant_id, key FROM idempotency WHERE created_at < ${before} ORDER BY created_at
              LIMIT ${most.rows} ${sql.literal(dialect.skipLocked)})
            RETURNING key`,
          (rows) => rows.length
        ))
    }
  })
)
