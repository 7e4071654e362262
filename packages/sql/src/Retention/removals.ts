import type * as SqlError from "@effect/sql/SqlError"
import type { EmailStatus } from "@telemark/core"
import { Effect } from "effect"
import { hourOf, makeCounters } from "../Counts/index.js"
import { Database, given } from "../Database/index.js"

interface Removed {
  readonly tenant_id: string
  readonly created_at: number
  readonly status: EmailStatus
}

type Removal = (ids: ReadonlyArray<string>) => Effect.Effect<number, SqlError.SqlError>

/**
 * Removes rows by their ids. What another process holds is left out, so that two that tidy up at once don't
 * wait for each other.
 */
export const makeRemovals = Effect.gen(function*() {
  const database = yield* Database
  const { dialect, sql } = database
  const counters = yield* makeCounters
  const skipLocked = sql.literal(dialect.skipLocked)
  const rows = given(database, { id: "text" })
  const hours = given(database, { tenant_id: "text", hour: "integer" })
  const rowsOf = (ids: ReadonlyArray<string>) => rows(ids.map((id) => ({ id })))

  const from = (table: "bodies" | "events"): Removal => {
    const name = sql.literal(table)
    return (ids) =>
      Effect.map(
        sql`DELETE FROM ${name} WHERE id IN
          (SELECT id FROM ${name} WHERE id IN (SELECT id FROM ${rowsOf(ids)} AS given) ${skipLocked}) RETURNING id`,
        (removed) => removed.length
      )
  }

  // What is no longer owed never is again, so it doesn't matter that the queue isn't held.
  const removeSettled = (ids: ReadonlyArray<string>) =>
    sql<Removed>`DELETE FROM emails WHERE id IN
      (SELECT id FROM emails WHERE id IN (SELECT id FROM ${rowsOf(ids)} AS given)
        AND NOT EXISTS (SELECT 1 FROM queue WHERE queue.id = emails.id) ${skipLocked})
      RETURNING tenant_id, created_at, status`

  /** Of the hours that rows were removed from, counters that have come to nothing. One that is in use stays. */
  const removeEmpty = (removed: ReadonlyArray<Removed>) => {
    const touched = new Map(removed.map(({ created_at, tenant_id }) => {
      const hour = hourOf(created_at)
      return [`${tenant_id} ${String(hour)}`, { tenant_id, hour }]
    }))
    return sql`DELETE FROM email_counts WHERE (tenant_id, hour, status) IN
      (SELECT tenant_id, hour, status FROM email_counts
        WHERE (tenant_id, hour) IN (SELECT tenant_id, hour FROM ${hours([...touched.values()])} AS given) AND count = 0 ${skipLocked})`
  }

  const emails: Removal = (ids) =>
    Effect.gen(function*() {
      const removed = yield* removeSettled(ids)
      if (removed.length === 0) return 0
      yield* counters.change(removed.map(({ status, ...email }) => ({ ...email, from: status, to: null })))
      yield* removeEmpty(removed)
      return removed.length
    })

  return { bodies: from("bodies"), emails, events: from("events") }
})
