import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"

/**
 * Removes the words of messages inside the transaction that has just removed these. First from the
 * queue: this waits for whoever is indexing them, so that what they wrote is removed as well.
 */
export const makeRemoveWords = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  return (ids: ReadonlyArray<string>): Effect.Effect<void, SqlError.SqlError> =>
    Effect.andThen(
      sql`DELETE FROM ${tables.search_queue} WHERE email_id ${among(ids)}`,
      Effect.asVoid(sql`DELETE FROM ${tables.email_search} WHERE email_id ${among(ids)}`)
    )
})
