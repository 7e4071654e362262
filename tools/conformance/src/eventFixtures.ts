import type { EventType } from "@telemark/contract"
import {
  type EventRecord,
  eventQueries,
  type FeedbackChange,
  type FeedbackEntry,
  type FeedbackRecorded,
  FeedbackStore,
  type ReportedEmail,
  type ReportKind,
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

export const everyType: ReadonlyArray<EventType> = [
  "email.sent",
  "email.delivered",
  "email.deferred",
  "email.bounced",
  "email.complained",
  "email.failed",
  "email.opened",
  "email.clicked",
  "email.unsubscribed"
]

/** A subscription of `tn_a` to all event types, opened at noon, without expiry. */
export const aSubscription = (overrides: Partial<SubscriptionRecord> = {}): SubscriptionRecord => ({
  id: "sub_1",
  tenant_id: "tn_a",
  name: "orders",
  types: everyType,
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

/** The change that a report makes; by default the message stays as it is. */
export const aChange = (
  emailId: string,
  email: ReportedEmail,
  {
    event,
    ...overrides
  }: Partial<Omit<FeedbackChange, "event">> & { readonly event?: Partial<EventRecord> } = {}
): FeedbackChange => ({
  event: {
    id: eventIdAt(noon + minute),
    tenant_id: "tn_a",
    email_id: emailId,
    type: "email.opened",
    created_at: noon + minute,
    data: { status: overrides.status ?? email.status, reported: true },
    ...event
  },
  report_key: null,
  status: email.status,
  smtp_response: email.smtp_response,
  error_message: email.error_message,
  failure_code: email.failure_code,
  suppress: null,
  ...overrides
})

/** A report on a message, which isn't kept if there is no such message. */
export const anEntry = <Reason>(
  emailId: string,
  decide: FeedbackEntry<Reason>["decide"],
  {
    key,
    kind = "delivered",
    tenantId = "tn_a"
  }: {
    readonly key?: string
    readonly kind?: Exclude<ReportKind, "clicked">
    readonly tenantId?: string
  } = {}
): FeedbackEntry<Reason> => ({
  found: { tenant_id: tenantId, email_id: emailId },
  type: `email.${kind}`,
  report_key: key ?? null,
  decide,
  keep: {
    origin: { tenant_id: tenantId, source: "api" },
    report: { kind, message: { email_id: emailId }, key }
  },
  keepUnmatched: false
})

/** Records one report. */
export const report = <Reason>(
  tenantId: string,
  emailId: string,
  decide: FeedbackEntry<Reason>["decide"]
) =>
  Effect.flatMap(FeedbackStore, (store) =>
    Effect.map(
      store.record([anEntry(emailId, decide, { tenantId })]),
      ([recorded]): FeedbackRecorded<Reason> => recorded ?? assert.fail("no result")
    )
  )

/** Records a report and returns the tag of its result. */
export const reported = (
  emailId: string,
  overrides: Parameters<typeof aChange>[2] = {},
  tenantId = "tn_a"
) =>
  Effect.flatMap(FeedbackStore, (store) =>
    Effect.map(
      store.record<never>([
        {
          ...anEntry<never>(
            emailId,
            (email) => ({ _tag: "Change", change: aChange(emailId, email, overrides) }),
            { tenantId }
          ),
          type: overrides.event?.type ?? "email.opened",
          report_key: overrides.report_key ?? null
        }
      ]),
      ([recorded]) => recorded?._tag
    )
  )
