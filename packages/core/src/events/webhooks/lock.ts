import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import type { WebhookKey } from "./WebhookQueue.js"
import { makeAmongKeys } from "./amongKeys.js"

/** A row that is still its owner's, with the health of its endpoint. */
export interface LockedRow extends WebhookKey {
  /** 0 if it was queued anew while in flight. */
  readonly attempts: number
  readonly failing_since: number | null
}

/**
 * Finds the rows that are still the owner's, and locks them until the transaction ends.
 * Transactions that wait for several of these rows lock them in one order, and one that has locked
 * an endpoint's own row waits for none of them. So they can't deadlock.
 */
export const makeLock = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const amongKeys = makeAmongKeys(database)
  const forUpdate = sql.literal(dialect.forUpdate)

  return (owner: string, keys: ReadonlyArray<WebhookKey>) =>
    sql<LockedRow>`SELECT event_id, endpoint_id, attempts,
        (SELECT failing_since FROM ${tables.webhook_endpoints} WHERE webhook_endpoints.id = webhook_queue.endpoint_id) AS failing_since
      FROM ${tables.webhook_queue} WHERE ${amongKeys(keys)} AND lease_owner = ${owner} ORDER BY event_id, endpoint_id ${forUpdate}`
})
