import type { EventType } from "@telemark/contract"
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
  const ofTenants = new Map<
    string,
    Array<{ readonly id: Id; readonly types: ReadonlySet<EventType> }>
  >()
  for (const { id, tenant_id, types } of subscribers) {
    const subscriber = { id, types: new Set(types) }
    const others = ofTenants.get(tenant_id)
    if (others === undefined) ofTenants.set(tenant_id, [subscriber])
    else others.push(subscriber)
  }
  return events.flatMap(({ id, tenant_id, type }) =>
    (ofTenants.get(tenant_id) ?? []).flatMap((subscriber) =>
      subscriber.types.has(type) ? [{ subscriber_id: subscriber.id, event_id: id, tenant_id }] : []
    )
  )
}
