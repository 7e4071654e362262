import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"

/** By message: the first one of its send, by whose id other services know the whole send. */
export const makeFirstsOfSends = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  return (ids: ReadonlyArray<string>) =>
    Effect.map(
      // Messages of a send have one time: no index has their `body_id`.
      sql<{ readonly id: string; readonly first: string }>`
        SELECT one.id AS id, MIN(m.id) AS first
        FROM ${tables.emails.unaliased} one JOIN ${tables.emails.unaliased} m
          ON m.tenant_id = one.tenant_id AND m.created_at = one.created_at AND m.body_id = one.body_id
        WHERE one.id ${among(ids)} GROUP BY one.id`,
      (rows) => new Map(rows.map(({ first, id }) => [id, first]))
    )
})
