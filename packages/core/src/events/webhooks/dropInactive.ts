import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"

/**
 * The maximum of rows that one statement drops: a million in one took Postgres six seconds, and
 * SQLite has only one writer.
 */
const max = 500

/**
 * Removes the rows of endpoints that are inactive or gone. Nothing for others: they may have become
 * active since the caller looked.
 */
export const makeDropInactive = Effect.map(Database, ({ dialect, sql, tables, writeRelaxed }) => {
  const [forUpdate, skipLocked] = [sql.literal(dialect.forUpdate), sql.literal(dialect.skipLocked)]

  const isOff = (endpointId: number) =>
    sql`NOT EXISTS (SELECT 1 FROM ${tables.webhook_endpoints} WHERE id = ${endpointId} AND active = 1)`

  const count = (deleted: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
    Effect.map(deleted, (rows) => rows.length)

  /**
   * Drops the rows due longest; returns how many. Skips locked rows, for which the holder of an
   * endpoint's row must not wait: claims drop these.
   */
  const drop = (endpointId: number): Effect.Effect<number, SqlError.SqlError> =>
    count(sql`DELETE FROM ${tables.webhook_queue} WHERE (event_id, endpoint_id) IN
      (SELECT event_id, endpoint_id FROM ${tables.webhook_queue} WHERE endpoint_id = ${endpointId} AND ${isOff(endpointId)}
        ORDER BY due_at, event_id LIMIT ${max} ${skipLocked}) RETURNING event_id`)

  /** Drops all rows in the caller's transaction. Only for few rows. */
  const dropOthers = (endpointId: number): Effect.Effect<void, SqlError.SqlError> =>
    Effect.asVoid(Effect.repeat(drop(endpointId), { while: (dropped) => dropped === max }))

  // Waits for the rows that were skipped, a hundred or so, in the order in which every process
  // locks them. No index has this order: by the primary key, both databases would walk through the
  // rows of other endpoints.
  const dropLocked = (endpointId: number) =>
    count(sql`DELETE FROM ${tables.webhook_queue} WHERE (event_id, endpoint_id) IN
      (SELECT event_id, endpoint_id FROM ${tables.webhook_queue} WHERE endpoint_id = ${endpointId} AND ${isOff(endpointId)}
        ORDER BY event_id || '' LIMIT ${max} ${forUpdate}) RETURNING event_id`)

  /**
   * Drops all rows in short transactions, including those that others have locked. Don't call it
   * with the endpoint's own row locked.
   */
  const clear = (endpointId: number): Effect.Effect<void, StorageError> =>
    Effect.asVoid(
      Effect.andThen(
        Effect.repeat(writeRelaxed(drop(endpointId)), { while: (dropped) => dropped === max }),
        Effect.repeat(writeRelaxed(dropLocked(endpointId)), { while: (dropped) => dropped === max })
      )
    )

  return { drop, dropOthers, clear }
})
