import { type EventPage, type EventRange, type EventType, firstIdAt, type StorageError } from "@telemark/core"
import { Effect } from "effect"
import { Database, stored } from "../Database/index.js"

interface Row {
  readonly id: string
  readonly type: EventType
}

/** Rows that a page is picked out of at most. */
const max = 1000

/**
 * Lists events by their ids. The kinds are picked out here, of a bounded number of rows: as a condition of the
 * statement, a rare kind would make it go through all that the tenant has, until its time is over.
 */
export const makeList = Effect.map(Database, ({ sql, tables }) => (
  tenantId: string,
  { after, limit = max, since, types, until }: EventRange
): Effect.Effect<EventPage, StorageError> => {
  const size = Math.min(limit, max)
  // No id is as short as the first one that there might be. One lower bound, since SQLite seeks by one.
  const first = firstIdAt("evt", since)
  const rows = sql<Row>`
    SELECT id, type FROM ${tables.events}
    WHERE tenant_id = ${tenantId} AND id > ${after > first ? after : first} AND id < ${firstIdAt("evt", until)}
    ORDER BY id LIMIT ${size}`
  return stored(Effect.map(rows, (looked) => ({
    events: looked.flatMap(({ id, type }) => types.includes(type) ? [{ id }] : []),
    next: looked.length < size ? undefined : looked.at(-1)?.id
  })))
})
