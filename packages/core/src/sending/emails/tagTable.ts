import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"

interface Tagged {
  readonly id: string
  readonly tenant_id: string
  readonly created_at: number
  readonly tags: Readonly<Record<string, string>>
}

const tagFields = {
  tenant_id: "text",
  name: "text",
  value: "text",
  created_at: "integer",
  email_id: "text"
} as const

const tagRows = (emails: ReadonlyArray<Tagged>) =>
  emails.flatMap(({ created_at, id, tags, tenant_id }) =>
    Object.entries(tags).map(([name, value]) => ({
      tenant_id,
      name,
      value,
      created_at,
      email_id: id
    }))
  )

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
