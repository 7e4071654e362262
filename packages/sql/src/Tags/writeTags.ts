import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Database, given } from "../Database/index.js"
import { tagFields, type Tagged, tagRows } from "./tagRows.js"

/** Writes the rows by which messages are found by tag, inside the transaction that writes the messages. Those without tags cost no statement. */
export const makeWriteTags = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const rows = given(database, tagFields)
  const columns = sql.literal(Object.keys(tagFields).join(", "))

  return (emails: ReadonlyArray<Tagged>): Effect.Effect<void, SqlError.SqlError> => {
    const added = tagRows(emails)
    return added.length === 0 ? Effect.void : Effect.asVoid(sql`
      INSERT INTO ${tables.email_tags} (${columns}) SELECT ${columns} FROM ${rows(added)} AS given WHERE true`)
  }
})
