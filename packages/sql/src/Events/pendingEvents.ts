import type { EventRecord, EventType } from "@telemark/core"

/** Who takes events of a tenant: a webhook endpoint, whose id is a number, or a subscription, whose id is a text. */
export interface Subscriber<Id extends number | string = number | string> {
  readonly id: Id
  readonly tenant_id: string
  readonly types: ReadonlyArray<EventType>
}

/** One event that is owed to one taker. */
export interface PendingEvent<Id extends number | string = number | string> {
  readonly subscriber_id: Id
  readonly event_id: string
  readonly tenant_id: string
}

/** Which events are owed to whom: those of the taker's tenant and of the kinds that it takes; in the order of the events. */
export const pendingFor = <Id extends number | string>(
  events: ReadonlyArray<Pick<EventRecord, "id" | "tenant_id" | "type">>,
  subscribers: ReadonlyArray<Subscriber<Id>>
): ReadonlyArray<PendingEvent<Id>> => {
  const ofTenants = new Map<string, Array<{ readonly id: Id; readonly types: ReadonlySet<EventType> }>>()
  for (const { id, tenant_id, types } of subscribers) {
    const subscriber = { id, types: new Set(types) }
    const others = ofTenants.get(tenant_id)
    if (others === undefined) ofTenants.set(tenant_id, [subscriber])
    else others.push(subscriber)
  }
  return events.flatMap(({ id, tenant_id, type }) =>
    (ofTenants.get(tenant_id) ?? []).flatMap((subscriber) => subscriber.types.has(type) ? [{ subscriber_id: subscriber.id, event_id: id, tenant_id }] : []))
}
