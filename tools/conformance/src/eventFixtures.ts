import { eventTypes } from "@telemark/contract"
import {
  eventQueries,
  Feedback,
  type Report,
  type SettledStatus,
  type SubscriptionRecord,
  subscriptionQueries
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
