import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import { tagFields, type Tagged, tagRows } from "./tagRows.js"

/**
 * The statements that write the rows by which messages are found by tag: none for messages without
 * tags.
 */
export const makeWriteTags = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const rows = given(database, tagFields)
  const columns = sql.literal(Object.keys(tagFields).join(", "))

  return (emails: ReadonlyArray<Tagged>): ReadonlyArray<Statement.Statement<object>> => {
    const added = tagRows(emails)
    return added.length === 0
      ? []
      : [
          sql`INSERT INTO ${tables.email_tags} (${columns}) SELECT ${columns} FROM ${rows(added)} AS given WHERE true`
        ]
  }
})
