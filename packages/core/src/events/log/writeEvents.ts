import type { EventType } from "@telemark/contract"
import { Array as Arr, Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given, makeAmong, makeLater, makeRun } from "../../database/given.js"
import type { EventRecord } from "./Event.js"

export interface NewEvent extends EventRecord {
  /** Recorded once for its message and type; null for what was not reported, or without a key. */
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

/** A webhook endpoint, with a number as its id, or a subscription, with a text. */
interface Subscriber<Id extends number | string = number | string> {
  readonly id: Id
  readonly tenant_id: string
  readonly types: ReadonlyArray<EventType>
}

interface PendingEvent<Id extends number | string = number | string> {
  readonly subscriber_id: Id
  readonly event_id: string
  readonly tenant_id: string
}

/** Of the subscriber's tenant and types, in the order of the events. */
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

/** Active ones. For messages of tenants without any, this is all that events cost. */
const makeFindSubscribers = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  const run = makeRun(database)

  return (tenantIds: ReadonlyArray<string>) =>
    Effect.map(
      run(sql<SubscriberRow>`
        SELECT id AS endpoint_id, NULL AS subscription_id, tenant_id, events AS types FROM ${tables.webhook_endpoints}
        WHERE tenant_id ${among(tenantIds)} AND active = 1
        UNION ALL
        SELECT NULL, id, tenant_id, types FROM ${tables.subscriptions} WHERE tenant_id ${among(tenantIds)}`),
      (rows) => ({
        endpoints: idsOf(rows, ({ endpoint_id }) => endpoint_id),
        subscriptions: idsOf(rows, ({ subscription_id }) => subscription_id)
      })
    )
})

/**
 * With outbox rows, due at `now` (epoch milliseconds). Call it inside the transaction of the
 * changes, before the counters. Returns whether there are outbox rows.
 */
export const makeWriteEvents = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  const findSubscribers = yield* makeFindSubscribers
  const later = makeLater(database)
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
          yield* later(insert(events))
          // After the insert: a subscriber that is added meanwhile waits for this transaction, or
          // is found here.
          const { endpoints, subscriptions } = yield* findSubscribers([
            ...new Set(events.map(({ tenant_id }) => tenant_id))
          ])
          const toEndpoints = pendingFor(events, endpoints)
          const toSubscriptions = pendingFor(events, subscriptions)
          if (toEndpoints.length > 0) yield* later(queueForEndpoints(toEndpoints, now))
          if (toSubscriptions.length > 0) yield* later(queueForSubscriptions(toSubscriptions))
          return toEndpoints.length + toSubscriptions.length > 0
        })
})
