import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import { tagFields, type Tagged, tagRows } from "./tagRows.js"

/**
 * Removes those rows inside the transaction that removes the messages. The tags tell which rows:
 * there is no index by message.
 */
export const makeRemoveTags = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const rows = given(database, tagFields)
  const key = sql.literal(Object.keys(tagFields).join(", "))

  return (emails: ReadonlyArray<Tagged>): Effect.Effect<void, SqlError.SqlError> => {
    const removed = tagRows(emails)
    return removed.length === 0
      ? Effect.void
      : Effect.asVoid(sql`
      DELETE FROM ${tables.email_tags} WHERE (${key}) IN (SELECT ${key} FROM ${rows(removed)} AS given)`)
  }
})
