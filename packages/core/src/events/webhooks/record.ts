import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmongIntegers } from "../../database/among.js"
import { given } from "../../database/given.js"
import type { WebhookSettlement } from "./WebhookAttempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import { makeAmongKeys } from "./amongKeys.js"
import { makeAttempts } from "./attempts.js"
import { makeDropInactive } from "./dropInactive.js"
import {
  decideEndpointHealth,
  type EndpointHealth,
  endpointsToLookAt,
  idleAfter,
  unlessIdle
} from "./endpointHealth.js"
import { type LockedRow, makeLock } from "./lock.js"
import {
  decideWebhookRetry,
  decisiveSettlements,
  webhookKeyOf,
  webhookKeyText
} from "./webhookRetry.js"

type Disabled = Pick<WebhookEndpointRecord, "id" | "disabled_reason">

export const makeRecord = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables, writeRelaxed } = database
  const lock = yield* makeLock
  const attempts = yield* makeAttempts
  const inactive = yield* makeDropInactive
  const amongKeys = makeAmongKeys(database)
  const among = makeAmongIntegers(database)
  const forUpdate = sql.literal(dialect.forUpdate)
  const retries = given(database, {
    event_id: "text",
    endpoint_id: "integer",
    attempts: "integer",
    next_attempt_at: "integer"
  })
  const changes = given(database, {
    id: "integer",
    failing_since: "integer",
    disabled_reason: "text"
  })

  // In the same order in every process, so that no two can deadlock.
  const lockActive = (
    ids: ReadonlyArray<number>
  ): Effect.Effect<ReadonlyArray<EndpointHealth>, SqlError.SqlError> =>
    ids.length === 0
      ? Effect.succeed([])
      : sql<EndpointHealth>`
      SELECT id, url, failing_since FROM ${tables.webhook_endpoints} WHERE id ${among(ids)} AND active = 1 ORDER BY id ${forUpdate}`

  /** Removes settled events from the queue, and makes the others due again. */
  const settle = (
    settlements: ReadonlyArray<WebhookSettlement>,
    locked: ReadonlyMap<string, LockedRow>,
    endpoints: ReadonlyArray<EndpointHealth>
  ): Effect.Effect<void, SqlError.SqlError> =>
    Effect.gen(function* () {
      const urls = new Map(endpoints.map(({ id, url }) => [id, url]))
      const decided = settlements.map((settlement) => {
        const [key, url] = [webhookKeyOf(settlement), urls.get(settlement.attempt.endpoint_id)]
        return {
          key,
          retry: decideWebhookRetry(
            settlement,
            locked.get(webhookKeyText(key))?.attempts ?? 0,
            url !== undefined && url !== settlement.url
          )
        }
      })
      const settled = decided.flatMap(({ key, retry }) => (retry === null ? [key] : []))
      const open = decided.flatMap(({ retry }) => (retry === null ? [] : [retry]))
      if (settled.length > 0)
        yield* sql`DELETE FROM ${tables.webhook_queue} WHERE ${amongKeys(settled)}`
      if (open.length > 0) {
        yield* sql`UPDATE ${tables.webhook_queue} SET lease_owner = NULL, due_at = given.next_attempt_at, attempts = given.attempts
          FROM ${retries(open)} AS given
          WHERE webhook_queue.event_id = given.event_id AND webhook_queue.endpoint_id = given.endpoint_id`
      }
    })

  const writeHealth = (
    endpoints: ReadonlyArray<EndpointHealth>,
    settlements: ReadonlyArray<WebhookSettlement>
  ): Effect.Effect<ReadonlyArray<Disabled>, SqlError.SqlError> =>
    Effect.gen(function* () {
      const proposed = decideEndpointHealth(endpoints, settlements)
      if (proposed.length === 0) return []
      const now = Math.min(...settlements.map(({ attempt }) => attempt.created_at))
      const failing = proposed.flatMap(({ disabled_reason, id }) =>
        disabled_reason === "failing" ? [id] : []
      )
      const changed = unlessIdle(
        proposed,
        yield* attempts.recentlyTried(failing, now - idleAfter, now),
        now
      )
      yield* sql`UPDATE ${tables.webhook_endpoints} SET
          failing_since = given.failing_since,
          active = CASE WHEN given.disabled_reason IS NULL THEN active ELSE 0 END,
          disabled_reason = COALESCE(given.disabled_reason, webhook_endpoints.disabled_reason)
        FROM ${changes(changed)} AS given WHERE webhook_endpoints.id = given.id`
      return changed.flatMap(({ disabled_reason, id }) =>
        disabled_reason === null ? [] : [{ id, disabled_reason }]
      )
    })

  return (
    owner: string,
    settlements: ReadonlyArray<WebhookSettlement>
  ): Effect.Effect<ReadonlyArray<Disabled>, StorageError> =>
    settlements.length === 0
      ? Effect.succeed([])
      : writeRelaxed(
          Effect.gen(function* () {
            const rows = yield* lock(owner, settlements.map(webhookKeyOf))
            const locked = new Map(rows.map((row) => [webhookKeyText(row), row]))
            const owned = settlements.filter((settlement) =>
              locked.has(webhookKeyText(webhookKeyOf(settlement)))
            )
            const endpoints = yield* lockActive(endpointsToLookAt(owned, rows))
            if (owned.length > 0) yield* settle(decisiveSettlements(owned), locked, endpoints)
            // All attempts: an endpoint did take an event that was dropped meanwhile, or that
            // another worker has leased by now.
            yield* attempts.insert(settlements.map(({ attempt }) => attempt))
            const disabled = yield* writeHealth(endpoints, owned)
            yield* Effect.forEach(disabled, ({ id }) => inactive.drop(id), { discard: true })
            return disabled
          })
        )
})
