import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"

/**
 * Queues events for an active endpoint. An event in flight gets 0 attempts, which no other in
 * flight has: if its attempt fails, it is queued anew.
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
    // An event whose lease has expired isn't in flight.
    const inFlight = sql`webhook_queue.lease_owner IS NOT NULL AND webhook_queue.due_at > excluded.due_at`
    // In the order in which every process locks these rows.
    return rows.length === 0
      ? Effect.succeed(0)
      : write(
          Effect.map(
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
          )
        )
  }
})
