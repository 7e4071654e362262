import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeTogether } from "../../database/given.js"
import { measured } from "../../kernel/metrics/Meters.js"
import { webhookKeyOf, webhookKeyText, type WebhookSettlement } from "./WebhookAttempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import { webhookAttemptQueries } from "./attemptTable.js"
import { decideWebhookRetry, decisiveSettlements } from "./decideWebhook.js"
import {
  decideEndpointHealth,
  type EndpointHealth,
  endpointsToLookAt,
  idleAfter,
  unlessIdle
} from "./endpointHealth.js"
import { webhookEndpointQueries } from "./endpointTable.js"
import { type LockedRow, webhookQueueQueries } from "./webhookQueueTable.js"

export type DisabledEndpoint = Pick<WebhookEndpointRecord, "id" | "disabled_reason">

export const makeRecordWebhooks = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, writeRelaxed } = database
  const locksRows = dialect.forUpdate !== ""
  const together = makeTogether(database)
  const attempts = yield* webhookAttemptQueries
  const endpoints = yield* webhookEndpointQueries
  const queue = yield* webhookQueueQueries

  const settled = (
    settlements: ReadonlyArray<WebhookSettlement>,
    locked: ReadonlyMap<string, LockedRow>,
    active: ReadonlyArray<EndpointHealth>
  ) => {
    const urls = new Map(active.map(({ id, url }) => [id, url]))
    const decided = settlements.map((settlement) => {
      const [key, url] = [webhookKeyOf(settlement), urls.get(settlement.attempt.endpoint_id)]
      const attempts = locked.get(webhookKeyText(key))?.attempts ?? 0
      const isElsewhere = url !== undefined && url !== settlement.url
      return { key, retry: decideWebhookRetry(settlement, attempts, isElsewhere) }
    })
    return [
      ...queue.removals(decided.flatMap(({ key, retry }) => (retry === null ? [key] : []))),
      ...queue.retries(decided.flatMap(({ retry }) => (retry === null ? [] : [retry])))
    ]
  }

  const writeHealth = (
    active: ReadonlyArray<EndpointHealth>,
    settlements: ReadonlyArray<WebhookSettlement>
  ) =>
    Effect.gen(function* () {
      const proposed = decideEndpointHealth(active, settlements)
      if (proposed.length === 0) return []
      const now = Math.min(...settlements.map(({ attempt }) => attempt.created_at))
      const failing = proposed.flatMap(({ disabled_reason, id }) =>
        disabled_reason === "failing" ? [id] : []
      )
      const tried = yield* attempts.recentlyTried(failing, now - idleAfter, now)
      const changes = unlessIdle(proposed, tried, now)
      yield* endpoints.writeHealth(changes)
      return changes.filter(({ disabled_reason }) => disabled_reason !== null)
    })

  const record = (owner: string, settlements: ReadonlyArray<WebhookSettlement>) =>
    settlements.length === 0
      ? Effect.succeed([])
      : writeRelaxed(
          Effect.gen(function* () {
            // What was taken leaves the queue whatever is known of its row.
            const isShort = !locksRows && settlements.every(({ outcome }) => outcome === "taken")
            const rows = yield* queue[isShort ? "takeOff" : "lock"](
              owner,
              settlements.map(webhookKeyOf)
            )
            const locked = new Map(rows.map((row) => [webhookKeyText(row), row]))
            const owned = settlements.filter((settlement) =>
              locked.has(webhookKeyText(webhookKeyOf(settlement)))
            )
            const active = yield* endpoints.lockActive(endpointsToLookAt(owned, rows))
            yield* together([
              ...(isShort ? [] : settled(decisiveSettlements(owned), locked, active)),
              // All of them: an endpoint did take an event that was dropped or leased by another
              // meanwhile.
              attempts.insert(settlements.map(({ attempt }) => attempt))
            ])
            const disabled = yield* writeHealth(active, owned)
            yield* Effect.forEach(disabled, ({ id }) => queue.drop(id), { discard: true })
            return disabled.map(({ disabled_reason, id }) => ({ id, disabled_reason }))
          })
        )

  return yield* measured(record, (meters, _disabled, _owner, settlements) => {
    for (const { outcome } of settlements)
      meters.add("telemark_webhook_deliveries_total", { outcome })
  })
})
