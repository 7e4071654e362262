import { Clock, Effect } from "effect"
import { Database } from "./Database.js"
import { stored } from "./storageError.js"

/** What a database has, for an operator who restores it. */
export interface DatabaseContents {
  readonly tenants: number
  /** By status. */
  readonly messages: Readonly<Record<string, number>>
  /** When the newest message was accepted, in epoch milliseconds. */
  readonly newest_at: number | null
  /** Messages that wait or are in flight. */
  readonly waiting: number
  /** Those of them that are scheduled for later. */
  readonly scheduled: number
  /** Events that wait for webhook endpoints. */
  readonly webhooks: number
}

/** Reads the whole log: for a database that nobody uses. */
export const readContents = Effect.gen(function* () {
  const { sql, tables } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const statuses = yield* sql<{ readonly status: string; readonly count: number }>`
    SELECT status, COUNT(*) AS count FROM ${tables.emails} GROUP BY status ORDER BY status`
  const [counts] = yield* sql<Omit<DatabaseContents, "messages">>`SELECT
    (SELECT COUNT(*) FROM ${tables.tenants} WHERE removed_at IS NULL) AS tenants,
    (SELECT created_at FROM ${tables.emails} ORDER BY id DESC LIMIT 1) AS newest_at,
    (SELECT COUNT(*) FROM ${tables.queue}) AS waiting,
    (SELECT COUNT(*) FROM ${tables.queue} WHERE scheduled_at > ${now}) AS scheduled,
    (SELECT COUNT(*) FROM ${tables.webhook_queue}) AS webhooks`
  const found = counts ?? { tenants: 0, newest_at: null, waiting: 0, scheduled: 0, webhooks: 0 }
  return {
    ...found,
    messages: Object.fromEntries(statuses.map(({ count, status }) => [status, count]))
  }
}).pipe(stored)
