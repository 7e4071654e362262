import type * as SqlError from "@effect/sql/SqlError"
import type { StorageError } from "@telemark/core"
import { Effect } from "effect"
import { Database } from "../Database/index.js"

/** Rows that one statement drops at most: a million in one took Postgres six seconds, and SQLite has but one writer. */
const max = 500

/**
 * Removes what waits for endpoints that are inactive or gone; for others, nothing: they may have become active since the
 * caller looked.
 */
export const makeWaiting = Effect.map(Database, ({ dialect, sql, tables, writeRelaxed }) => {
  const [forUpdate, skipLocked] = [sql.literal(dialect.forUpdate), sql.literal(dialect.skipLocked)]

  const isOff = (endpointId: number) => sql`NOT EXISTS (SELECT 1 FROM ${tables.webhook_endpoints} WHERE id = ${endpointId} AND active = 1)`

  const count = (deleted: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) => Effect.map(deleted, (rows) => rows.length)

  /**
   * Drops what has been due longest, and answers how much. Rows that others hold at this moment are passed by: whoever holds an
   * endpoint's own row must not wait for them. What stays is dropped when it is claimed.
   */
  const drop = (endpointId: number): Effect.Effect<number, SqlError.SqlError> =>
    count(sql`DELETE FROM ${tables.webhook_queue} WHERE (event_id, endpoint_id) IN
      (SELECT event_id, endpoint_id FROM ${tables.webhook_queue} WHERE endpoint_id = ${endpointId} AND ${isOff(endpointId)}
        ORDER BY due_at, event_id LIMIT ${max} ${skipLocked}) RETURNING event_id`)

  /** Drops everything in the caller's transaction; for what is known to be little. */
  const dropOthers = (endpointId: number): Effect.Effect<void, SqlError.SqlError> =>
    Effect.asVoid(Effect.repeat(drop(endpointId), { while: (dropped) => dropped === max }))

  // Those that were passed by, a hundred or so, are waited for in the order in which everybody holds them. It is no index's own: by the
  // key, both databases would go through what waits for others.
  const dropLocked = (endpointId: number) =>
    count(sql`DELETE FROM ${tables.webhook_queue} WHERE (event_id, endpoint_id) IN
      (SELECT event_id, endpoint_id FROM ${tables.webhook_queue} WHERE endpoint_id = ${endpointId} AND ${isOff(endpointId)}
        ORDER BY event_id || '' LIMIT ${max} ${forUpdate}) RETURNING event_id`)

  /** Drops everything in short transactions, also what others hold; not for those who hold the endpoint's own row. */
  const clear = (endpointId: number): Effect.Effect<void, StorageError> =>
    Effect.asVoid(Effect.zipRight(
      Effect.repeat(writeRelaxed(drop(endpointId)), { while: (dropped) => dropped === max }),
      Effect.repeat(writeRelaxed(dropLocked(endpointId)), { while: (dropped) => dropped === max })
    ))

  return { drop, dropOthers, clear }
})
