import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { type Share, shareOut } from "../../database/turns/shareOut.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import type { WebhookClaimLimits, WebhookKey } from "./WebhookQueue.js"
import { makeDropInactive } from "./dropInactive.js"
import { makeEndpoints, maxEndpoints } from "./endpoints.js"

interface Choice {
  readonly keys: ReadonlyArray<WebhookKey>
  readonly endpoints: ReadonlyMap<number, WebhookEndpointRecord>
}

const limitOf = ({ ofEndpoints, perEndpoint }: WebhookClaimLimits, endpointId: number): number =>
  ofEndpoints.get(endpointId) ?? perEndpoint

/** How many endpoints to look for if so many events are missing. */
const askedFor = (missing: number): number => Math.min(missing, maxEndpoints)

/** Endpoints from which nothing is to be taken. */
const skipped = ({ ofEndpoints }: WebhookClaimLimits): ReadonlyArray<number> =>
  [...ofEndpoints].flatMap(([id, max]) => (max > 0 ? [] : [id]))

/**
 * Chooses due events inside the transaction that leases them, endpoints in turn. Reads no more than
 * it takes, whatever waits or is left out.
 */
export const makeChooseDueWebhooks = Effect.gen(function* () {
  const { dialect, sql, tables } = yield* Database
  const endpoints = yield* makeEndpoints
  const inactive = yield* makeDropInactive
  const skipLocked = sql.literal(dialect.skipLocked)
  let servedLast = 0

  /** The endpoints whose turn it is; none if nothing is to be taken. */
  const begin = (
    limits: WebhookClaimLimits,
    now: number
  ): Effect.Effect<ReadonlyArray<number>, SqlError.SqlError> =>
    limits.limit <= 0
      ? Effect.succeed([])
      : endpoints.inTurn(servedLast, askedFor(limits.limit), now, skipped(limits))

  const dueOf = (shares: ReadonlyArray<Share<number>>, now: number) =>
    sql<WebhookKey>`${sql.join(
      " UNION ALL ",
      false
    )(
      shares.map(
        ({ max, owner }) =>
          sql`SELECT event_id, endpoint_id FROM (
        SELECT event_id, endpoint_id FROM ${tables.webhook_queue} WHERE endpoint_id = ${owner} AND due_at <= ${now}
        ORDER BY due_at, event_id LIMIT ${max} ${skipLocked}) AS due`
      )
    )}`

  // Up to a hundred endpoints after another, each once, until enough is found.
  const choose = (
    first: ReadonlyArray<number>,
    limits: WebhookClaimLimits,
    now: number
  ): Effect.Effect<Choice, SqlError.SqlError> =>
    Effect.gen(function* () {
      const keys: Array<WebhookKey> = []
      const served = new Map<number, WebhookEndpointRecord>()
      const left = [...skipped(limits)]
      let ids = first
      let missing = limits.limit
      let hasDropped = false
      while (ids.length > 0) {
        const active = yield* endpoints.readActive(ids)
        const off = ids.find((id) => !active.has(id))
        // For one endpoint only: a claim stays short, however many endpoints were made inactive
        // with many events waiting.
        if (!hasDropped && off !== undefined) hasDropped = (yield* inactive.drop(off)) > 0
        const shares = ids
          .filter((id) => active.has(id))
          .map((owner) => ({ owner, max: limitOf(limits, owner) }))
        const taken = yield* shareOut(shares, missing, {
          read: (wanted) => dueOf(wanted, now),
          ownerOf: ({ endpoint_id }) => endpoint_id
        })
        for (const key of taken) keys.push(key)
        for (const [id, endpoint] of active) served.set(id, endpoint)
        for (const id of ids) left.push(id)
        servedLast = ids.at(-1) ?? servedLast
        const isMore = ids.length === askedFor(missing)
        missing -= taken.length
        ids =
          isMore && missing > 0
            ? yield* endpoints.inTurn(servedLast, askedFor(missing), now, left)
            : []
      }
      return { keys, endpoints: served }
    })

  return { begin, choose }
})
