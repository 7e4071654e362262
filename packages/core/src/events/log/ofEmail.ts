import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { EventRecord } from "./Event.js"
import { eventColumns, eventOf, type EventRow } from "./eventRows.js"

/** The maximum of rows of either sort. */
const max = 1000

/**
 * Returns the events of a message, oldest first. Opens and clicks of a message have no limit, so
 * the other events are read separately, and are returned even if they came later. These are few,
 * unless somebody reports an unsubscription again and again.
 */
export const makeOfEmail = Effect.map(Database, ({ sql, tables }) => {
  const columns = sql.literal(eventColumns.join(", "))

  // Two statements, each in the order of the index: SQLite would sort the result of a UNION.
  const some = (tenantId: string, emailId: string, which: "IN" | "NOT IN") =>
    sql<EventRow>`
      SELECT ${columns} FROM ${tables.events}
      WHERE email_id = ${emailId} AND tenant_id = ${tenantId} AND type ${sql.literal(which)} ('email.opened', 'email.clicked')
      ORDER BY created_at, id LIMIT ${max}`

  return (
    tenantId: string,
    emailId: string
  ): Effect.Effect<ReadonlyArray<EventRecord>, StorageError> =>
    stored(
      Effect.zipWith(
        some(tenantId, emailId, "NOT IN"),
        some(tenantId, emailId, "IN"),
        (own, followed) =>
          [...own, ...followed]
            .sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
            .map(eventOf)
      )
    )
})
