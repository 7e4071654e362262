import type * as SqlError from "@effect/sql/SqlError"
import type { WebhookEndpointRecord, WebhookKey, WebhookRoom } from "@telemark/core"
import { Effect } from "effect"
import { Database } from "../Database/index.js"
import { type Share, shareOut } from "../Turns/index.js"
import { makeEndpoints, maxEndpoints } from "./endpoints.js"
import { makeWaiting } from "./waiting.js"

/** What is to be leased, in order, and the endpoints that it is for. */
interface Choice {
  readonly keys: ReadonlyArray<WebhookKey>
  readonly endpoints: ReadonlyMap<number, WebhookEndpointRecord>
}

const roomOf = ({ ofEndpoints, perEndpoint }: WebhookRoom, endpointId: number): number => ofEndpoints.get(endpointId) ?? perEndpoint

/** How many endpoints are asked for where so much is missing. */
const askedFor = (missing: number): number => Math.min(missing, maxEndpoints)

/** Endpoints of which nothing is to be taken. */
const skipped = ({ ofEndpoints }: WebhookRoom): ReadonlyArray<number> => [...ofEndpoints].flatMap(([id, max]) => max > 0 ? [] : [id])

/**
 * Chooses what is due inside the transaction that is going to lease it. By the endpoints' turns, it reads no more of the
 * queue than it takes: its cost doesn't grow with what is waiting, nor with what is left out.
 */
export const makeChoose = Effect.gen(function*() {
  const { dialect, sql, tables } = yield* Database
  const endpoints = yield* makeEndpoints
  const waiting = yield* makeWaiting
  const skipLocked = sql.literal(dialect.skipLocked)
  let servedLast = 0

  /** Whose turn it is; none if nothing is to be taken. */
  const begin = (room: WebhookRoom, now: number): Effect.Effect<ReadonlyArray<number>, SqlError.SqlError> =>
    room.limit <= 0 ? Effect.succeed([]) : endpoints.inTurn(servedLast, askedFor(room.limit), now, skipped(room))

  const dueOf = (shares: ReadonlyArray<Share<number>>, now: number) =>
    sql<WebhookKey>`${sql.join(" UNION ALL ", false)(shares.map(({ max, owner }) =>
      sql`SELECT event_id, endpoint_id FROM (
        SELECT event_id, endpoint_id FROM ${tables.webhook_queue} WHERE endpoint_id = ${owner} AND due_at <= ${now}
        ORDER BY due_at, event_id LIMIT ${max} ${skipLocked}) AS due`))}`

  // A hundred endpoints after the other, each once, until enough is found.
  const choose = (first: ReadonlyArray<number>, room: WebhookRoom, now: number): Effect.Effect<Choice, SqlError.SqlError> =>
    Effect.gen(function*() {
      const keys: Array<WebhookKey> = []
      const served = new Map<number, WebhookEndpointRecord>()
      const left = [...skipped(room)]
      let ids = first
      let missing = room.limit
      let hasDropped = false
      while (ids.length > 0) {
        const active = yield* endpoints.readActive(ids)
        const off = ids.find((id) => !active.has(id))
        // Of one only: a claim stays short, however many endpoints were made inactive with much waiting for them.
        if (!hasDropped && off !== undefined) hasDropped = (yield* waiting.drop(off)) > 0
        const shares = ids.filter((id) => active.has(id)).map((owner) => ({ owner, max: roomOf(room, owner) }))
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
        ids = isMore && missing > 0 ? yield* endpoints.inTurn(servedLast, askedFor(missing), now, left) : []
      }
      return { keys, endpoints: served }
    })

  return { begin, choose }
})
