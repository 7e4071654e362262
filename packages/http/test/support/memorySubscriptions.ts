import { type EventRecord, type RecordedEvent, type SubscriptionRecord, SubscriptionStore } from "@telemark/core"
import { Effect, Layer } from "effect"

interface Hold {
  readonly owner: string | null
  readonly until: number
}

interface Kept {
  readonly record: SubscriptionRecord
  /** What is owed, by event. */
  readonly owed: Map<string, Hold>
}

const nobody: Hold = { owner: null, until: 0 }

/** Subscriptions in memory, and the events that are owed to each. */
export const makeMemorySubscriptions = (findEvent: (id: string) => RecordedEvent | undefined) => {
  const all = new Map<string, Kept>()
  const byName = (tenantId: string, name: string) =>
    [...all.values()].find(({ record }) => record.tenant_id === tenantId && record.name === name)
  const owe = ({ owed }: Kept, eventId: string) => {
    if (!owed.has(eventId)) owed.set(eventId, nobody)
  }
  /** One that isn't to stay. */
  const passing = (id: string) => {
    const kept = all.get(id)
    return kept?.record.expires_at === null ? undefined : kept
  }
  /** Puts a hold on everything that the owner holds of a subscription. */
  const holdAnew = (id: string, owner: string, hold: Hold) => {
    const kept = all.get(id)
    for (const [eventId, present] of kept?.owed ?? []) if (present.owner === owner) kept?.owed.set(eventId, hold)
  }

  const layer = Layer.succeed(SubscriptionStore, {
    open: (subscription) =>
      Effect.sync(() => {
        const present = byName(subscription.tenant_id, subscription.name)
        const record = present === undefined ? subscription : { ...present.record, types: subscription.types }
        all.set(record.id, { record, owed: present?.owed ?? new Map<string, Hold>() })
        return record
      }),
    extend: (id, expires_at) =>
      Effect.sync(() => {
        const kept = passing(id)
        if (kept !== undefined) all.set(id, { ...kept, record: { ...kept.record, expires_at } })
        return kept !== undefined
      }),
    remove: (tenantId, name) => Effect.sync(() => all.delete(byName(tenantId, name)?.record.id ?? "")),
    removeExpired: (now) =>
      Effect.sync(() => {
        const expired = [...all.values()].filter(({ record: { expires_at } }) => expires_at !== null && expires_at <= now)
        for (const { record } of expired) all.delete(record.id)
        return expired.length
      }),
    enqueue: ({ id }, eventIds) =>
      Effect.sync(() => {
        const kept = passing(id)
        if (kept !== undefined) for (const eventId of eventIds) owe(kept, eventId)
        return kept !== undefined
      }),
    claim: (id, { owner, until }, limit, now) =>
      Effect.sync(() => {
        const owed = all.get(id)?.owed ?? new Map<string, Hold>()
        const free = [...owed].filter(([, hold]) => hold.until <= now).map(([eventId]) => eventId).sort().slice(0, limit)
        return free.flatMap((eventId) => {
          const event = findEvent(eventId)
          if (event === undefined) owed.delete(eventId)
          else owed.set(eventId, { owner, until })
          return event ?? []
        })
      }),
    renew: (id, lease) =>
      Effect.sync(() => {
        holdAnew(id, lease.owner, lease)
        return all.has(id)
      }),
    acknowledge: (id, owner, eventIds) =>
      Effect.sync(() => {
        const owed = all.get(id)?.owed
        for (const eventId of eventIds) if (owed?.get(eventId)?.owner === owner) owed.delete(eventId)
      }),
    release: (id, owner) => Effect.sync(() => { holdAnew(id, owner, nobody) })
  })

  return {
    layer,
    /** Owes an event to those of the tenant's subscriptions that follow its kind. */
    oweEvent: ({ id, tenant_id, type }: EventRecord): void => {
      for (const kept of all.values()) if (kept.record.tenant_id === tenant_id && kept.record.types.includes(type)) owe(kept, id)
    }
  }
}
