import {
  type ClaimedWebhook, type WebhookAttemptRecord, type WebhookEndpointRecord, WebhookEndpointStore, type WebhookKey, WebhookQueue, type WebhookRoom,
  type WebhookSettlement
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { happened } from "./eventFixtures.js"
import { minute, noon, times } from "./fixtures.js"

let made = 0

/** It begins with the time, as ids of attempts do; those of one instant are in the order in which they were made. */
const attemptIdAt = (millis: number): string => `dlv_${millis.toString(16).padStart(12, "0")}7${String(++made).padStart(19, "0")}`

/**
 * Keeps an endpoint of `tn_a`, made at noon, but for what is said otherwise, and answers with it. It takes no event
 * that mail has by itself: what it is owed, `owed` says.
 */
export const endpoint = (overrides: Partial<WebhookEndpointRecord> = {}) =>
  Effect.gen(function*() {
    const { insert, nextId } = yield* WebhookEndpointStore
    const id = yield* nextId
    const record: WebhookEndpointRecord = {
      id, tenant_id: "tn_a", url: `https://example.com/${String(id)}`, events: ["email.opened"], active: true, secret: `sealed ${String(id)}`,
      former_secret: null, former_secret_until: null, failing_since: null, disabled_reason: null, created_at: noon, updated_at: noon,
      ...overrides
    }
    assert.ok(yield* insert(record, 10))
    return record
  })

/** The endpoint as it is kept now, which must be there. */
export const found = ({ id, tenant_id }: Pick<WebhookEndpointRecord, "id" | "tenant_id">) =>
  Effect.map(Effect.flatMap(WebhookEndpointStore, (store) => store.find(tenant_id, id)), (record) => {
    assert.ok(record !== undefined, "the endpoint should be there")
    return record
  })

/** Ids of as many events of one tenant, recorded at noon. */
export const eventIds = (count: number, tenant_id = "tn_a") =>
  happened({ tenant_id, to: times(count, (nth) => `u${String(nth)}@example.com`) })

export const enqueue = (to: WebhookEndpointRecord, ids: ReadonlyArray<string>, now = noon) =>
  Effect.flatMap(WebhookQueue, (queue) => queue.enqueue(to, ids, now))

/** Owes that many new events to an endpoint, 50 at most; answers with their ids. */
export const pending = (to: WebhookEndpointRecord, count: number, now = noon) =>
  Effect.tap(eventIds(count, to.tenant_id), (ids) => enqueue(to, ids, now))

/** Leases what is due until a minute later, up to a hundred events and ten of one endpoint, but for what is said otherwise. */
export const leasedFor = (owner: string, now = noon, room: Partial<WebhookRoom> = {}, until = now + minute) =>
  Effect.flatMap(WebhookQueue, (queue) => queue.claim({ owner, until }, { limit: 100, perEndpoint: 10, ofEndpoints: new Map(), ...room }, now))

/** Leases one event and answers with it. */
export const leasedOne = (owner: string, now = noon, until = now + minute) =>
  Effect.map(leasedFor(owner, now, { limit: 1 }, until), ([claimed]) => {
    assert.ok(claimed !== undefined, "there should have been an event to lease")
    return claimed
  })

export const keyOf = ({ endpoint: { id }, event }: ClaimedWebhook): WebhookKey => ({ endpoint_id: id, event_id: event.id })

/** How many were leased for each endpoint. */
export const perEndpoint = (claimed: ReadonlyArray<ClaimedWebhook>): ReadonlyArray<readonly [number, number]> => {
  const counts = new Map<number, number>()
  for (const { endpoint: { id } } of claimed) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a - b)
}

/** An attempt that was answered 200 at `at`, but for what is said otherwise. */
export const anAttempt = ({ attempts, endpoint: { id, tenant_id }, event }: ClaimedWebhook, at: number, overrides: Partial<WebhookAttemptRecord> = {}): WebhookAttemptRecord => ({
  id: attemptIdAt(at), tenant_id, endpoint_id: id, event_id: event.id, type: event.type, attempt: attempts, status_code: 200, duration_ms: 12,
  response: "ok", error: null, next_attempt_at: null, created_at: at, ...overrides
})

const limitAt = (at: number): number => at - 5 * 24 * 60 * minute

/** The endpoint took it at `at`. */
export const taken = (claimed: ClaimedWebhook, at: number): WebhookSettlement => ({
  attempt: anAttempt(claimed, at), outcome: "taken", url: claimed.endpoint.url, failing_limit: limitAt(at)
})

/** It did not, and is asked again at `next`; null: it was the last attempt. */
export const refused = (claimed: ClaimedWebhook, at: number, next: number | null, overrides: Partial<WebhookSettlement> = {}): WebhookSettlement => ({
  attempt: anAttempt(claimed, at, { status_code: 500, response: "no", error: "The endpoint answered 500.", next_attempt_at: next }),
  outcome: "failed", url: claimed.endpoint.url, failing_limit: limitAt(at), ...overrides
})

/** It said that it is gone. */
export const gone = (claimed: ClaimedWebhook, at: number): WebhookSettlement => refused(claimed, at, null, { outcome: "gone" })

export const settle = (owner: string, settlements: ReadonlyArray<WebhookSettlement>) =>
  Effect.flatMap(WebhookQueue, (queue) => queue.record(owner, settlements))

/** The attempts at an endpoint, newest first. */
export const attemptsAt = ({ id, tenant_id }: WebhookEndpointRecord, page = { limit: 100, offset: 0 }) =>
  Effect.flatMap(WebhookQueue, (queue) => queue.attempts(tenant_id, id, page))
