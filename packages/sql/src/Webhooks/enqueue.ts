import type { StorageError, WebhookEndpointRecord } from "@telemark/core"
import { Effect } from "effect"
import { Database, given } from "../Database/index.js"

/**
 * Owes events to one endpoint, unless it is inactive or gone. Those in hand get no attempts at all, which nothing else in hand
 * has: by this mark they are owed anew if that attempt fails.
 */
export const makeEnqueue = Effect.map(Database, (database) => {
  const { sql, tables, write } = database
  const events = given(database, { event_id: "text" })

  return (
    { id, tenant_id }: Pick<WebhookEndpointRecord, "id" | "tenant_id">,
    eventIds: ReadonlyArray<string>,
    now: number
  ): Effect.Effect<number, StorageError> => {
    const rows = [...new Set(eventIds)].map((event_id) => ({ event_id }))
    // One whose lease has run out is in nobody's hand.
    const inFlight = sql`webhook_queue.lease_owner IS NOT NULL AND webhook_queue.due_at > excluded.due_at`
    // Their order is that in which everybody holds these rows.
    return rows.length === 0 ? Effect.succeed(0) : write(Effect.map(
      sql`INSERT INTO ${tables.webhook_queue} (endpoint_id, event_id, tenant_id, attempts, due_at)
        SELECT webhook_endpoints.id, given.event_id, webhook_endpoints.tenant_id, 0, ${now}
        FROM ${tables.webhook_endpoints} CROSS JOIN ${events(rows)} AS given
        WHERE webhook_endpoints.id = ${id} AND webhook_endpoints.tenant_id = ${tenant_id} AND webhook_endpoints.active = 1
        ORDER BY given.event_id
        ON CONFLICT (event_id, endpoint_id) DO UPDATE SET attempts = 0,
          due_at = CASE WHEN ${inFlight} THEN webhook_queue.due_at ELSE excluded.due_at END,
          lease_owner = CASE WHEN ${inFlight} THEN webhook_queue.lease_owner END
        RETURNING event_id`,
      (pending) => pending.length
    ))
  }
})
