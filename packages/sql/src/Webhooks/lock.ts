import type { WebhookKey } from "@telemark/core"
import { Effect } from "effect"
import { Database } from "../Database/index.js"
import { makeAmongKeys } from "./keys.js"

/** A row that is still its owner's, with how its endpoint stands. */
export interface LockedRow extends WebhookKey {
  /** None: it was owed anew while it was in hand. */
  readonly attempts: number
  readonly failing_since: number | null
}

/**
 * Finds the rows that are still the owner's, and holds them until the transaction ends. Everybody who waits for several
 * of these rows takes them in one order; and nobody waits for one who holds an endpoint's own row. So none of them can
 * wait for each other.
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
