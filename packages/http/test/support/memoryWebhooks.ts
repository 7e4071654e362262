import {
  type ClaimedWebhook, type EventRecord, type RecordedEvent, type WebhookAttemptRecord, type WebhookEndpointRecord, WebhookEndpointStore,
  type WebhookKey, WebhookQueue, type WebhookSettlement
} from "@telemark/core"
import { Effect, Layer } from "effect"

interface Owed extends WebhookKey {
  readonly attempts: number
  /** Or until when it is leased. */
  readonly due_at: number
  readonly owner: string | null
}

const nameOf = ({ endpoint_id, event_id }: WebhookKey): string => `${String(endpoint_id)} ${event_id}`

type Aged = { readonly created_at: number; readonly id: number | string }
const newestFirst = (a: Aged, b: Aged): number => b.created_at - a.created_at || (a.id < b.id ? 1 : -1)

/** Webhook endpoints in memory, what is owed to them and what was tried. */
export const makeMemoryWebhooks = (findEvent: (id: string) => RecordedEvent | undefined) => {
  const endpoints = new Map<number, WebhookEndpointRecord>()
  const owed = new Map<string, Owed>()
  const attempts: Array<WebhookAttemptRecord> = []
  let lastId = 0

  const ofTenant = (tenantId: string) => [...endpoints.values()].filter(({ tenant_id }) => tenant_id === tenantId)
  const find = (tenantId: string, id: number) => ofTenant(tenantId).find((endpoint) => endpoint.id === id)
  const owe = (key: WebhookKey, now: number) => owed.set(nameOf(key), { ...key, attempts: 0, due_at: now, owner: null })
  const heldBy = (owner: string, key: WebhookKey) => {
    const row = owed.get(nameOf(key))
    return row?.owner === owner ? row : undefined
  }
  const endWhatWaits = (id: number) => {
    for (const [name, { endpoint_id }] of owed) if (endpoint_id === id) owed.delete(name)
  }
  const keep = (endpoint: WebhookEndpointRecord): WebhookEndpointRecord => {
    endpoints.set(endpoint.id, endpoint)
    if (!endpoint.active) endWhatWaits(endpoint.id)
    return endpoint
  }

  /** What becomes of what an attempt was made for. */
  const goOn = (row: Owed, { attempt: { created_at, next_attempt_at }, outcome, url }: WebhookSettlement): void => {
    const isAnew = row.attempts === 0 || (outcome === "gone" && endpoints.get(row.endpoint_id)?.url !== url)
    if (outcome !== "taken" && isAnew) owe(row, next_attempt_at ?? created_at)
    else if (next_attempt_at === null) owed.delete(nameOf(row))
    else owed.set(nameOf(row), { ...row, attempts: row.attempts - (outcome === "ours" ? 1 : 0), due_at: next_attempt_at, owner: null })
  }

  /** Writes what came of one attempt; answers with the endpoint if that made it inactive. */
  const settle = (owner: string, settlement: WebhookSettlement): ReadonlyArray<WebhookEndpointRecord> => {
    const { attempt, failing_limit, outcome, url } = settlement
    const row = heldBy(owner, attempt)
    const endpoint = endpoints.get(attempt.endpoint_id)
    if (endpoint !== undefined) attempts.push(attempt)
    if (row === undefined) return []
    goOn(row, settlement)
    if (endpoint?.active !== true || endpoint.url !== url || outcome === "ours") return []
    if (outcome === "taken") {
      keep({ ...endpoint, failing_since: null })
      return []
    }
    const failing_since = endpoint.failing_since ?? attempt.created_at
    const disabled_reason = outcome === "gone" ? "gone" : failing_since <= failing_limit ? "failing" : null
    const changed = keep({ ...endpoint, failing_since, active: disabled_reason === null, disabled_reason })
    return disabled_reason === null ? [] : [changed]
  }

  const claimable = (now: number): ReadonlyArray<Owed & Pick<ClaimedWebhook, "endpoint"> & RecordedEvent> =>
    [...owed.values()].filter(({ due_at }) => due_at <= now).sort((a, b) => a.due_at - b.due_at || (a.event_id < b.event_id ? -1 : 1))
      .flatMap((row) => {
        const endpoint = endpoints.get(row.endpoint_id)
        const event = findEvent(row.event_id)
        if (endpoint !== undefined && event !== undefined) return [{ ...row, ...event, endpoint }]
        owed.delete(nameOf(row))
        return []
      })

  const layer = Layer.merge(
    Layer.succeed(WebhookEndpointStore, {
      nextId: Effect.sync(() => ++lastId),
      insert: (endpoint, most) => Effect.sync(() => ofTenant(endpoint.tenant_id).length < most && keep(endpoint) === endpoint),
      list: (tenantId) => Effect.sync(() => ofTenant(tenantId).sort(newestFirst)),
      find: (tenantId, id) => Effect.sync(() => find(tenantId, id)),
      update: (tenantId, id, { active, events, url }, now) =>
        Effect.sync(() => {
          const present = find(tenantId, id)
          if (present === undefined) return undefined
          const isNew = (url !== undefined && url !== present.url) || active === true
          return keep({
            ...present, url: url ?? present.url, events: events ?? present.events, active: active ?? present.active, updated_at: now,
            ...(isNew ? { failing_since: null, disabled_reason: null } : {})
          })
        }),
      rotateSecret: (tenantId, id, secret, former_secret_until, now) =>
        Effect.sync(() => {
          const present = find(tenantId, id)
          if (present === undefined) return false
          keep({ ...present, secret, former_secret: present.secret, former_secret_until, updated_at: now })
          return true
        }),
      remove: (tenantId, id) =>
        Effect.sync(() => {
          if (find(tenantId, id) === undefined) return false
          endWhatWaits(id)
          return endpoints.delete(id)
        })
    }),
    Layer.succeed(WebhookQueue, {
      claim: (lease, { limit, ofEndpoints, perEndpoint }, now) =>
        Effect.sync(() => {
          const counts = new Map<number, number>()
          const turns = claimable(now).map((row) => {
            const turn = counts.get(row.endpoint_id) ?? 0
            counts.set(row.endpoint_id, turn + 1)
            return { row, turn }
          })
          return turns.filter(({ row, turn }) => turn < (ofEndpoints.get(row.endpoint_id) ?? perEndpoint))
            .sort((a, b) => a.turn - b.turn).slice(0, limit).map(({ row: { email, endpoint, event, ...row } }) => {
              owed.set(nameOf(row), { ...row, attempts: row.attempts + 1, due_at: lease.until, owner: lease.owner })
              return { email, endpoint, event, attempts: row.attempts + 1 }
            })
        }),
      renew: ({ owner, until }, keys) =>
        Effect.sync(() => {
          for (const row of keys.flatMap((key) => heldBy(owner, key) ?? [])) owed.set(nameOf(row), { ...row, due_at: until })
        }),
      release: (owner, keys, now) =>
        Effect.sync(() => {
          for (const row of keys.flatMap((key) => heldBy(owner, key) ?? [])) {
            owed.set(nameOf(row), { ...row, attempts: Math.max(0, row.attempts - 1), due_at: now, owner: null })
          }
        }),
      record: (owner, settlements) => Effect.sync(() => settlements.flatMap((settlement) => settle(owner, settlement))),
      enqueue: ({ id }, eventIds, now) =>
        Effect.sync(() => {
          if (endpoints.get(id)?.active !== true) return 0
          const ids = new Set(eventIds)
          for (const event_id of ids) {
            const key = { endpoint_id: id, event_id }
            const row = owed.get(nameOf(key))
            // In hand without an attempt: it begins anew if the present one fails.
            if (row === undefined || row.owner === null || row.due_at <= now) owe(key, now)
            else owed.set(nameOf(key), { ...row, attempts: 0 })
          }
          return ids.size
        }),
      nextDue: Effect.sync(() => owed.size === 0 ? undefined : Math.min(...[...owed.values()].map(({ due_at }) => due_at))),
      insertAttempt: (attempt) => Effect.sync(() => void attempts.push(attempt)),
      attempts: (tenantId, endpointId, { limit, offset }) =>
        Effect.sync(() =>
          attempts.filter(({ endpoint_id, tenant_id }) => tenant_id === tenantId && endpoint_id === endpointId)
            .sort(newestFirst).slice(offset, offset + limit)
            .map((attempt) => owed.has(nameOf(attempt)) ? attempt : { ...attempt, next_attempt_at: null }))
    })
  )

  return {
    layer,
    /** Owes an event to those of the tenant's endpoints that take its kind. */
    oweEvent: ({ created_at, id, tenant_id, type }: EventRecord): void => {
      for (const endpoint of ofTenant(tenant_id)) {
        if (endpoint.active && endpoint.events.includes(type)) owe({ endpoint_id: endpoint.id, event_id: id }, created_at)
      }
    }
  }
}
