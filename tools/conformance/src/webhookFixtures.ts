import type {
  CreateOperatorWebhookEndpoint,
  CreateWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookAttemptOutcome
} from "@telemark/contract"
import {
  type ClaimedWebhook,
  NewEvents,
  operatorOwner,
  Secrets,
  StoredKeys,
  webhookAttemptQueries,
  type WebhookAttemptRecord,
  WebhookCaller,
  type WebhookClaimLimits,
  webhookEndpointQueries,
  type WebhookEndpointRecord,
  WebhookEndpoints,
  type WebhookEndpointsService,
  type WebhookKey,
  WebhookQueue,
  webhookQueueQueries,
  type WebhookSettlement
} from "@telemark/core"
import { Effect, Layer } from "effect"
import assert from "node:assert/strict"
import { at } from "./accounts.js"
import { happened } from "./eventFixtures.js"
import { minute, noon, times } from "./fixtures.js"

let made = 0

/** Begins with the time, as ids of attempts do; ids of one instant ascend. */
const attemptIdAt = (millis: number): string =>
  `dlv_${millis.toString(16).padStart(12, "0")}7${String(++made).padStart(19, "0")}`

/**
 * Inserts an endpoint of `tn_a`, created at noon. It doesn't subscribe to events that the fixtures
 * cause; use `pending` to queue events for it.
 */
export const endpoint = (overrides: Partial<WebhookEndpointRecord> = {}) =>
  Effect.gen(function* () {
    const { insert, nextId } = yield* webhookEndpointQueries
    const id = yield* nextId
    const record: WebhookEndpointRecord = {
      id,
      tenant_id: "tn_a",
      url: `https://example.com/${String(id)}`,
      events: ["email.opened"],
      active: true,
      secret: `sealed ${String(id)}`,
      former_secret: null,
      former_secret_until: null,
      failing_since: null,
      disabled_reason: null,
      format: null,
      created_at: noon,
      updated_at: noon,
      ...overrides
    }
    yield* insert(record)
    return record
  })

/** Inserts an endpoint that gets events of sent mail; returns its number. */
export const anEndpoint = (overrides: Parameters<typeof endpoint>[0] = {}) =>
  Effect.map(endpoint({ events: ["email.sent"], ...overrides }), ({ id }) => id)

/** Leases what is due for webhook endpoints; returns pairs of endpoint and event. */
export const pendingForEndpoints = (now = noon) =>
  Effect.map(leasedFor("looking", now, { limit: 1000, perEndpoint: 1000 }), (claimed) =>
    claimed.map(({ endpoint, event }) => [endpoint.id, event.id] as const)
  )

/** The service, which permits any URL. */
const layerEndpoints = WebhookEndpoints.layer.pipe(
  Layer.provide([
    NewEvents.layerInProcess,
    Layer.succeed(WebhookCaller, {
      call: () => Effect.die(new Error("nothing is posted here")),
      isPermitted: () => Effect.succeed(true)
    }),
    Layer.orDie(Secrets.layer(`${"A".repeat(43)}=`)).pipe(
      Layer.provide(
        Layer.succeed(StoredKeys, {
          keys: Effect.succeed(undefined),
          update: () => Effect.succeed([])
        })
      )
    )
  ]),
  Layer.fresh
)

const asService = <A, E>(use: (endpoints: WebhookEndpointsService) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(WebhookEndpoints, use), layerEndpoints)

export const createEndpoint = (tenantId: string, input: CreateWebhookEndpoint) =>
  asService((endpoints) => endpoints.create(tenantId, input))

export const createOfOperator = (input: CreateOperatorWebhookEndpoint) =>
  asService(({ ofOperator }) => ofOperator.create(operatorOwner, input))

/** Changes an endpoint as a caller does, at `now`; undefined if there is none. */
export const updateEndpoint = (
  tenantId: string,
  id: number,
  change: UpdateWebhookEndpoint,
  now: number
) =>
  at(now)(asService((endpoints) => endpoints.update(tenantId, id, change))).pipe(
    Effect.catchTag("NotFound", () => Effect.undefined)
  )

/** Removes an endpoint as a caller does; false if there is none. */
export const removeEndpoint = (tenantId: string, id: number) =>
  asService((endpoints) => endpoints.remove(tenantId, id)).pipe(
    Effect.as(true),
    Effect.catchTag("NotFound", () => Effect.succeed(false))
  )

export const found = ({ id, tenant_id }: Pick<WebhookEndpointRecord, "id" | "tenant_id">) =>
  Effect.map(
    Effect.flatMap(webhookEndpointQueries, (queries) => queries.find(tenant_id, id)),
    (record) => {
      assert.ok(record !== undefined, "the endpoint should be there")
      return record
    }
  )

export const eventIds = (count: number, tenant_id = "tn_a") =>
  happened({ tenant_id, to: times(count, (nth) => `u${String(nth)}@example.com`) })

export const enqueue = (to: WebhookEndpointRecord, ids: ReadonlyArray<string>, now = noon) =>
  Effect.flatMap(webhookQueueQueries, (queue) => queue.enqueue(to, ids, now))

/** Queues new events for an endpoint, 50 at most; returns their ids. */
export const pending = (to: WebhookEndpointRecord, count: number, now = noon) =>
  Effect.tap(eventIds(count, to.tenant_id), (ids) => enqueue(to, ids, now))

/** Leases due events for a minute, at most 100 and ten per endpoint. */
export const leasedFor = (
  owner: string,
  now = noon,
  limits: Partial<WebhookClaimLimits> = {},
  until = now + minute
) =>
  Effect.flatMap(WebhookQueue, (queue) =>
    queue.claim(
      { owner, until },
      { limit: 100, perEndpoint: 10, ofEndpoints: new Map(), ...limits },
      now
    )
  )

export const leasedOne = (owner: string, now = noon, until = now + minute) =>
  Effect.map(leasedFor(owner, now, { limit: 1 }, until), ([claimed]) => {
    assert.ok(claimed !== undefined, "there should have been an event to lease")
    return claimed
  })

export const keyOf = ({ endpoint: { id }, event }: ClaimedWebhook): WebhookKey => ({
  endpoint_id: id,
  event_id: event.id
})

export const perEndpoint = (
  claimed: ReadonlyArray<ClaimedWebhook>
): ReadonlyArray<readonly [number, number]> => {
  const counts = new Map<number, number>()
  for (const {
    endpoint: { id }
  } of claimed)
    counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a - b)
}

/** An attempt that was answered with 200 at `at`. */
export const anAttempt = (
  { attempts, endpoint: { id, tenant_id }, event }: ClaimedWebhook,
  at: number,
  overrides: Partial<WebhookAttemptRecord> = {}
): WebhookAttemptRecord => ({
  id: attemptIdAt(at),
  tenant_id,
  endpoint_id: id,
  event_id: event.id,
  type: event.type,
  attempt: attempts,
  status_code: 200,
  duration_ms: 12,
  response: "ok",
  error: null,
  next_attempt_at: null,
  created_at: at,
  ...overrides
})

const limitAt = (at: number): number => at - 5 * 24 * 60 * minute

/** The endpoint accepted the event at `at`. */
export const taken = (claimed: ClaimedWebhook, at: number): WebhookSettlement => ({
  attempt: anAttempt(claimed, at),
  outcome: "taken",
  url: claimed.endpoint.url,
  failing_limit: limitAt(at)
})

/**
 * The endpoint refused the event, which is due again at `next`; null: that was the last attempt.
 */
export const refused = (
  claimed: ClaimedWebhook,
  at: number,
  next: number | null,
  overrides: Partial<WebhookSettlement> = {}
): WebhookSettlement => ({
  attempt: anAttempt(claimed, at, {
    status_code: 500,
    response: "no",
    error: "The endpoint answered 500.",
    next_attempt_at: next
  }),
  outcome: "failed",
  url: claimed.endpoint.url,
  failing_limit: limitAt(at),
  ...overrides
})

export const gone = (claimed: ClaimedWebhook, at: number): WebhookSettlement =>
  refused(claimed, at, null, { outcome: "gone" })

export const settle = (owner: string, settlements: ReadonlyArray<WebhookSettlement>) =>
  Effect.flatMap(WebhookQueue, (queue) => queue.record(owner, settlements))

export const attemptsAt = (
  { id, tenant_id }: WebhookEndpointRecord,
  page = { limit: 100, offset: 0 },
  outcome?: WebhookAttemptOutcome
) => Effect.flatMap(webhookAttemptQueries, ({ list }) => list(tenant_id, id, page, outcome))
