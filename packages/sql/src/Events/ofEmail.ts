import type { EventRecord, StorageError } from "@telemark/core"
import { Effect } from "effect"
import { Database, stored } from "../Database/index.js"
import { eventColumns, eventOf, type EventRow } from "./rows.js"

/** Rows of either sort that are told. */
const max = 1000

/**
 * Tells the events of a message, oldest first. One that is opened again and again has no end of them, but what became of it is told
 * all the same, also if that happened later; it has an end, but for those who report an unsubscription again and again.
 */
export const makeOfEmail = Effect.map(Database, ({ sql, tables }) => {
  const columns = sql.literal(eventColumns.join(", "))

  // Two statements, each in the order of the index: SQLite would sort what a UNION of them finds.
  const some = (tenantId: string, emailId: string, which: "IN" | "NOT IN") =>
    sql<EventRow>`
      SELECT ${columns} FROM ${tables.events}
      WHERE email_id = ${emailId} AND tenant_id = ${tenantId} AND type ${sql.literal(which)} ('email.opened', 'email.clicked')
      ORDER BY created_at, id LIMIT ${max}`

  return (tenantId: string, emailId: string): Effect.Effect<ReadonlyArray<EventRecord>, StorageError> =>
    stored(Effect.zipWith(
      some(tenantId, emailId, "NOT IN"),
      some(tenantId, emailId, "IN"),
      (own, followed) =>
        [...own, ...followed].sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1)).map(eventOf)
    ))
})
