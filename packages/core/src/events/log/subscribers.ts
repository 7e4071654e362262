import type { EventType } from "@telemark/contract"
import { Array as Arr, Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import type { EventRecord } from "./Event.js"

/**
 * Who receives events of a tenant: a webhook endpoint, with a number as its id, or a subscription,
 * with a text.
 */
export interface Subscriber<Id extends number | string = number | string> {
  readonly id: Id
  readonly tenant_id: string
  readonly types: ReadonlyArray<EventType>
}

export interface PendingEvent<Id extends number | string = number | string> {
  readonly subscriber_id: Id
  readonly event_id: string
  readonly tenant_id: string
}

/**
 * Which events go to which subscribers: those of the subscriber's tenant and types, in the order of
 * the events.
 */
export const pendingFor = <Id extends number | string>(
  events: ReadonlyArray<Pick<EventRecord, "id" | "tenant_id" | "type">>,
  subscribers: ReadonlyArray<Subscriber<Id>>
): ReadonlyArray<PendingEvent<Id>> => {
  const ofTenants = Arr.groupBy(subscribers, ({ tenant_id }) => tenant_id)
  return events.flatMap(({ id: event_id, tenant_id, type }) =>
    (ofTenants[tenant_id] ?? []).flatMap(({ id: subscriber_id, types }) =>
      types.includes(type) ? [{ subscriber_id, event_id, tenant_id }] : []
    )
  )
}

interface SubscriberRow {
  readonly endpoint_id: number | null
  readonly subscription_id: string | null
  readonly tenant_id: string
  readonly types: string
}

const idsOf = <Id extends number | string>(
  rows: ReadonlyArray<SubscriberRow>,
  idOf: (row: SubscriberRow) => Id | null
): ReadonlyArray<Subscriber<Id>> =>
  rows.flatMap((row) => {
    const id = idOf(row)
    return id === null
      ? []
      : [{ id, tenant_id: row.tenant_id, types: JSON.parse(row.types) as ReadonlyArray<EventType> }]
  })

/**
 * Finds the active webhook endpoints and the subscriptions of tenants. For messages of tenants
 * without any, this is all that events cost.
 */
export const makeFindSubscribers = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)

  return (tenantIds: ReadonlyArray<string>) =>
    Effect.map(
      sql<SubscriberRow>`
        SELECT id AS endpoint_id, NULL AS subscription_id, tenant_id, events AS types FROM ${tables.webhook_endpoints}
        WHERE tenant_id ${among(tenantIds)} AND active = 1
        UNION ALL
        SELECT NULL, id, tenant_id, types FROM ${tables.subscriptions} WHERE tenant_id ${among(tenantIds)}`,
      (rows) => ({
        endpoints: idsOf(rows, ({ endpoint_id }) => endpoint_id),
        subscriptions: idsOf(rows, ({ subscription_id }) => subscription_id)
      })
    )
})
