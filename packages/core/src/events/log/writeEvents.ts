import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import type { EventRecord } from "./Event.js"
import { makeFindSubscribers, type PendingEvent, pendingFor } from "./subscribers.js"

export interface NewEvent extends EventRecord {
  /**
   * Under this key it is recorded once for its message and type; null for what was not reported, or
   * without a key.
   */
  readonly report_key?: string | null
}

const columns = {
  id: "text",
  tenant_id: "text",
  email_id: "text",
  type: "text",
  data: "text",
  created_at: "integer",
  report_key: "text"
} as const

/**
 * Writes events, and outbox rows for webhook endpoints and subscriptions, due at `now` (epoch
 * milliseconds). Call it inside the transaction of the changes that the events report, before the
 * counters. Returns whether there are outbox rows.
 */
export const makeWriteEvents = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  const findSubscribers = yield* makeFindSubscribers
  const isRecorder = sql.literal(dialect.isRecorder)
  const names = sql.literal(Object.keys(columns).join(", "))
  const rows = given(database, columns)
  const forEndpoints = given(database, {
    subscriber_id: "integer",
    event_id: "text",
    tenant_id: "text"
  })
  const forSubscriptions = given(database, { subscriber_id: "text", event_id: "text" })

  const { nextPosition } = dialect
  const written = sql.literal(nextPosition === undefined ? "" : ", position")
  const position = sql.literal(nextPosition === undefined ? "" : `, ${nextPosition}`)

  const insert = (events: ReadonlyArray<NewEvent>) =>
    sql`INSERT INTO ${tables.events} (${names}${written})
      SELECT ${names}${position} FROM ${rows(events.map((event) => ({ report_key: null, ...event, data: JSON.stringify(event.data) })))} AS given
      WHERE ${isRecorder}`

  const queueForEndpoints = (pending: ReadonlyArray<PendingEvent<number>>, now: number) =>
    sql`INSERT INTO ${tables.webhook_queue} (endpoint_id, event_id, tenant_id, attempts, due_at)
      SELECT subscriber_id, event_id, tenant_id, 0, ${now} FROM ${forEndpoints(pending)} AS given WHERE true
      ON CONFLICT DO NOTHING`

  const queueForSubscriptions = (pending: ReadonlyArray<PendingEvent<string>>) =>
    sql`INSERT INTO ${tables.subscription_queue} (subscription_id, event_id, leased_until)
      SELECT subscriber_id, event_id, 0 FROM ${forSubscriptions(pending)} AS given WHERE true
      ON CONFLICT DO NOTHING`

  return (events: ReadonlyArray<NewEvent>, now: number) =>
    events.length === 0
      ? Effect.succeed(false)
      : Effect.gen(function* () {
          yield* insert(events)
          // After the insert: a subscriber that is added meanwhile waits for this transaction, or
          // is found here.
          const { endpoints, subscriptions } = yield* findSubscribers([
            ...new Set(events.map(({ tenant_id }) => tenant_id))
          ])
          const toEndpoints = pendingFor(events, endpoints)
          const toSubscriptions = pendingFor(events, subscriptions)
          if (toEndpoints.length > 0) yield* queueForEndpoints(toEndpoints, now)
          if (toSubscriptions.length > 0) yield* queueForSubscriptions(toSubscriptions)
          return toEndpoints.length + toSubscriptions.length > 0
        })
})
