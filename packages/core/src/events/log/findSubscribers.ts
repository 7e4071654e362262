import type { EventType } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import type { Subscriber } from "./pendingEvents.js"

interface Row {
  readonly endpoint_id: number | null
  readonly subscription_id: string | null
  readonly tenant_id: string
  readonly types: string
}

export interface Subscribers {
  readonly endpoints: ReadonlyArray<Subscriber<number>>
  readonly subscriptions: ReadonlyArray<Subscriber<string>>
}

/**
 * Finds the active webhook endpoints and the subscriptions of tenants. For messages of tenants
 * without any, this is all that events cost.
 */
export const makeFindSubscribers = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)

  return (tenantIds: ReadonlyArray<string>): Effect.Effect<Subscribers, SqlError.SqlError> =>
    Effect.map(
      sql<Row>`
        SELECT id AS endpoint_id, NULL AS subscription_id, tenant_id, events AS types FROM ${tables.webhook_endpoints}
        WHERE tenant_id ${among(tenantIds)} AND active = 1
        UNION ALL
        SELECT NULL, id, tenant_id, types FROM ${tables.subscriptions} WHERE tenant_id ${among(tenantIds)}`,
      (rows) => {
        const subscribers = rows.map((row) => ({
          ...row,
          types: JSON.parse(row.types) as ReadonlyArray<EventType>
        }))
        return {
          endpoints: subscribers.flatMap(({ endpoint_id, tenant_id, types }) =>
            endpoint_id === null ? [] : [{ id: endpoint_id, tenant_id, types }]
          ),
          subscriptions: subscribers.flatMap(({ subscription_id, tenant_id, types }) =>
            subscription_id === null ? [] : [{ id: subscription_id, tenant_id, types }]
          )
        }
      }
    )
})
