import type { EventType, StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { firstIdAt } from "../../kernel/ids/newId.js"
import type { EventPage, EventRange } from "./EventStore.js"

interface Row {
  readonly id: string
  readonly type: EventType
}

/** The maximum of rows that a page is picked from. */
const max = 1000

/**
 * Lists events by id. Types are picked here, from a bounded number of rows: for a rare type, SQL
 * would read all events of the tenant, and time out.
 */
export const makeList = Effect.map(
  Database,
  ({ sql, tables }) =>
    (
      tenantId: string,
      { after, limit = max, since, types, until }: EventRange
    ): Effect.Effect<EventPage, StorageError> => {
      const size = Math.min(limit, max)
      // No id is as short as `first`, so `>` leaves none out. One lower bound, since SQLite seeks
      // by one.
      const first = firstIdAt("evt", since)
      const rows = sql<Row>`
    SELECT id, type FROM ${tables.events}
    WHERE tenant_id = ${tenantId} AND id > ${after > first ? after : first} AND id < ${firstIdAt("evt", until)}
    ORDER BY id LIMIT ${size}`
      return stored(
        Effect.map(rows, (looked) => ({
          events: looked.flatMap(({ id, type }) => (types.includes(type) ? [{ id }] : [])),
          next: looked.length < size ? undefined : looked.at(-1)?.id
        }))
      )
    }
)
