import { type EventType, eventTypes } from "@telemark/contract"
import {
  eventQueries,
  Feedback,
  type Report,
  type SettledStatus,
  type SubscriptionRecord,
  subscriptionQueries,
  webhookEndpointQueries,
  WebhookQueue
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { claim, minute, noon, queued, record, type SendOverrides, settlement } from "./fixtures.js"

let made = 0

/** Begins with the time, as ids of events do; ids of one instant ascend. */
export const eventIdAt = (millis: number): string =>
  `evt_${millis.toString(16).padStart(12, "0")}7${String(++made).padStart(19, "0")}`

/**
 * Queues messages and records an outcome for each, by default `email.sent` at noon. Returns the
 * events' ids.
 */
export const happened = ({
  at = noon,
  status = "sent",
  ...send
}: SendOverrides & { readonly at?: number; readonly status?: SettledStatus } = {}) =>
  Effect.gen(function* () {
    const pending = yield* queued({ created_at: at, ...send })
    const messages = yield* claim("happened", pending.length, at)
    const settlements = messages.map((message) =>
      settlement(message, at, {
        status,
        event: { id: eventIdAt(at), type: `email.${status}`, data: { attempts: 1 } }
      })
    )
    assert.equal((yield* record("happened", settlements)).length, pending.length)
    return settlements.map(({ event }) => event.id)
  })

export const eventsOf = (emailId: string, tenantId = "tn_a") =>
  Effect.flatMap(eventQueries, (store) => store.ofEmail(tenantId, emailId))

/** A subscription of `tn_a` to all event types, opened at noon, without expiry. */
export const aSubscription = (overrides: Partial<SubscriptionRecord> = {}): SubscriptionRecord => ({
  id: "sub_1",
  tenant_id: "tn_a",
  name: "orders",
  types: eventTypes,
  expires_at: null,
  created_at: noon,
  ...overrides
})

export const subscribed = (overrides: Partial<SubscriptionRecord> = {}) =>
  Effect.flatMap(subscriptionQueries, (store) => store.open(aSubscription(overrides)))

/** Leases events for a subscription, by default for a minute, and returns their ids. */
export const leased = (id: string, owner: string, limit = 100, now = noon, until = now + minute) =>
  Effect.map(
    Effect.flatMap(subscriptionQueries, (store) => store.claim(id, { owner, until }, limit, now)),
    (events) => events.map(({ event }) => event.id)
  )

export const anEndpoint = (
  overrides: {
    readonly tenant_id?: string
    readonly events?: ReadonlyArray<EventType>
    readonly active?: boolean
  } = {}
) =>
  Effect.gen(function* () {
    const { insert, nextId } = yield* webhookEndpointQueries
    const id = yield* nextId
    yield* insert({
      id,
      tenant_id: "tn_a",
      url: `https://example.com/${String(id)}`,
      events: ["email.sent"],
      active: true,
      secret: "sealed",
      former_secret: null,
      former_secret_until: null,
      failing_since: null,
      disabled_reason: null,
      created_at: noon,
      updated_at: noon,
      ...overrides
    })
    return id
  })

/** Leases what is due for webhook endpoints; returns pairs of endpoint and event. */
export const pendingForEndpoints = (now = noon) =>
  Effect.map(
    Effect.flatMap(WebhookQueue, (queue) =>
      queue.claim(
        { owner: "looking", until: now + minute },
        { limit: 1000, perEndpoint: 1000, ofEndpoints: new Map() },
        now
      )
    ),
    (claimed) => claimed.map(({ endpoint, event }) => [endpoint.id, event.id] as const)
  )

/** Records reports of one call on a message; the outcome of each. */
export const reported = (
  emailId: string,
  reports: Report | ReadonlyArray<Report>,
  tenantId = "tn_a"
) =>
  Effect.flatMap(Feedback, (feedback) =>
    feedback.receive(
      { tenant_id: tenantId, source: "api" },
      [reports].flat().map((report) => ({ ...report, message: { email_id: emailId } })),
      { keepUnmatched: false }
    )
  )
