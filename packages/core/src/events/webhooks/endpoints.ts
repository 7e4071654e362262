import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmongIntegers } from "../../database/among.js"
import { endpointColumns, endpointOf, type EndpointRow } from "./endpointRows.js"

/** Endpoints whose rows one statement looks for: SQLite joins at most 500 SELECTs. */
export const maxEndpoints = 100

export const makeEndpoints = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmongIntegers(database)
  const columns = sql.literal(endpointColumns)

  // A loose index scan, as for the tenants of messages: one seek for each endpoint in the queue,
  // however many events it has there.
  const findDue = (
    after: number,
    last: number,
    limit: number,
    now: number,
    except: ReadonlyArray<number>
  ): Effect.Effect<ReadonlyArray<number>, SqlError.SqlError> =>
    Effect.map(
      sql<{ readonly endpoint_id: number }>`
        WITH RECURSIVE turn (endpoint_id) AS (
          SELECT (SELECT MIN(endpoint_id) FROM ${tables.webhook_queue} WHERE endpoint_id > ${after})
          UNION ALL
          SELECT (SELECT MIN(endpoint_id) FROM ${tables.webhook_queue} WHERE endpoint_id > turn.endpoint_id) FROM turn WHERE endpoint_id < ${last}
        )
        SELECT endpoint_id FROM turn
        WHERE endpoint_id <= ${last} AND NOT (endpoint_id ${among(except)})
          AND (SELECT due_at FROM ${tables.webhook_queue} WHERE webhook_queue.endpoint_id BETWEEN turn.endpoint_id AND turn.endpoint_id
            ORDER BY webhook_queue.endpoint_id, due_at, event_id LIMIT 1) <= ${now}
        LIMIT ${limit}`,
      (rows) => rows.map(({ endpoint_id }) => endpoint_id)
    )

  /** Endpoints after a given one first, then those from the beginning up to it. */
  const inTurn = (
    after: number,
    limit: number,
    now: number,
    except: ReadonlyArray<number>
  ): Effect.Effect<ReadonlyArray<number>, SqlError.SqlError> =>
    Effect.gen(function* () {
      const behind = yield* findDue(after, Number.MAX_SAFE_INTEGER, limit, now, except)
      if (after === 0 || behind.length === limit) return behind
      return [...behind, ...(yield* findDue(0, after, limit - behind.length, now, except))]
    })

  const readActive = (ids: ReadonlyArray<number>) =>
    Effect.map(
      sql<EndpointRow>`SELECT ${columns} FROM ${tables.webhook_endpoints} WHERE id ${among(ids)} AND active = 1`,
      (rows) => new Map(rows.map((row) => [row.id, endpointOf(row)]))
    )

  return { inTurn, readActive }
})
