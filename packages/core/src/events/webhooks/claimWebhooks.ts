import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import type { Lease } from "../../database/Lease.js"
import { makeAmongIntegers, makeTogether } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import { type Share, shareOut } from "../../database/turns.js"
import { type ClaimedWebhook, type WebhookKey, webhookKeyText } from "./WebhookAttempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import { webhookEndpointQueries } from "./endpointTable.js"
import { makeReadEvents } from "./postedEvents.js"
import { webhookQueueQueries } from "./webhookQueueTable.js"

export interface WebhookClaimLimits {
  readonly limit: number
  readonly perEndpoint: number
  /**
   * Exceptions from `perEndpoint`; 0 leaves an endpoint out at no cost, however much waits for it.
   */
  readonly ofEndpoints: ReadonlyMap<number, number>
}

/** SQLite joins at most 500 SELECTs. */
const maxEndpoints = 100

const askedFor = (missing: number): number => Math.min(missing, maxEndpoints)

const skipped = ({ ofEndpoints }: WebhookClaimLimits): ReadonlyArray<number> =>
  [...ofEndpoints].flatMap(([id, max]) => (max > 0 ? [] : [id]))

/** They read no more than is taken, whatever waits or is left out. */
const makeReads = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const among = makeAmongIntegers(database)
  const skipLocked = sql.literal(dialect.skipLocked)

  // A loose index scan: one seek for each endpoint in the queue, however many events it has there.
  const findDue = (
    after: number,
    last: number,
    limit: number,
    now: number,
    except: ReadonlyArray<number>
  ) =>
    Effect.map(
      sql<{ readonly endpoint_id: number }>`
        WITH RECURSIVE turn (endpoint_id) AS (
          SELECT (SELECT MIN(endpoint_id) FROM ${tables.webhook_queue} WHERE endpoint_id > ${after})
          UNION ALL
          SELECT (SELECT MIN(endpoint_id) FROM ${tables.webhook_queue} WHERE endpoint_id > turn.endpoint_id) FROM turn WHERE endpoint_id < ${last}
        )
        SELECT endpoint_id FROM turn
        WHERE endpoint_id <= ${last} AND NOT (endpoint_id ${among(except)})
          AND (SELECT due_at FROM ${tables.webhook_queue} WHERE webhook_queue.endpoint_id BETWEEN turn.endpoint_id AND turn.endpoint_id
            ORDER BY webhook_queue.endpoint_id, due_at, event_id LIMIT 1) <= ${now}
        LIMIT ${limit}`,
      (rows) => rows.map(({ endpoint_id }) => endpoint_id)
    )

  return {
    /** After a given one first, then from the beginning up to it. */
    inTurn: (after: number, limit: number, now: number, except: ReadonlyArray<number>) =>
      Effect.gen(function* () {
        const behind = yield* findDue(after, Number.MAX_SAFE_INTEGER, limit, now, except)
        if (after === 0 || behind.length === limit) return behind
        return [...behind, ...(yield* findDue(0, after, limit - behind.length, now, except))]
      }),

    dueOf: (shares: ReadonlyArray<Share<number>>, now: number) =>
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
  }
})

export const makeClaimWebhooks = Effect.gen(function* () {
  const database = yield* Database
  const { writeRelaxed } = database
  const together = makeTogether(database)
  const { dueOf, inTurn } = yield* makeReads
  const { findActive } = yield* webhookEndpointQueries
  const readEvents = yield* makeReadEvents
  const queue = yield* webhookQueueQueries
  let servedLast = 0

  // A hundred endpoints after another, each once, until enough is found.
  const choose = (first: ReadonlyArray<number>, limits: WebhookClaimLimits, now: number) =>
    Effect.gen(function* () {
      const keys: Array<WebhookKey> = []
      const endpoints = new Map<number, WebhookEndpointRecord>()
      const left = [...skipped(limits)]
      let ids = first
      let missing = limits.limit
      let hasDropped = false
      while (ids.length > 0) {
        const active = yield* findActive(ids)
        const off = ids.find((id) => !active.has(id))
        // For one endpoint only: a claim stays short, however many were made inactive with many
        // events waiting.
        if (!hasDropped && off !== undefined) hasDropped = (yield* queue.drop(off)) > 0
        const shares = ids
          .filter((id) => active.has(id))
          .map((owner) => ({ owner, max: limits.ofEndpoints.get(owner) ?? limits.perEndpoint }))
        const taken = yield* shareOut(shares, missing, {
          read: (wanted) => dueOf(wanted, now),
          ownerOf: ({ endpoint_id }) => endpoint_id
        })
        keys.push(...taken)
        left.push(...ids)
        for (const [id, endpoint] of active) endpoints.set(id, endpoint)
        servedLast = ids.at(-1) ?? servedLast
        const isMore = ids.length === askedFor(missing)
        missing -= taken.length
        ids = isMore && missing > 0 ? yield* inTurn(servedLast, askedFor(missing), now, left) : []
      }
      return { keys, endpoints }
    })

  /** `isAny`: rows were taken, though their events may no longer be stored. */
  const take = (
    lease: Lease,
    first: ReadonlyArray<number>,
    limits: WebhookClaimLimits,
    now: number
  ) =>
    writeRelaxed(
      Effect.gen(function* () {
        const { endpoints, keys } = yield* choose(first, limits, now)
        if (keys.length === 0) return { claimed: [], isAny: false }
        const attempts = yield* queue.lease(lease, keys)
        const events = yield* readEvents(keys, endpoints)
        yield* together(queue.removals(keys.filter((key) => !events.has(webhookKeyText(key)))))
        const claimed = keys.flatMap((key): ReadonlyArray<ClaimedWebhook> => {
          const endpoint = endpoints.get(key.endpoint_id)
          const text = webhookKeyText(key)
          const [event, count] = [events.get(text), attempts.get(text)]
          return endpoint === undefined || event === undefined || count === undefined
            ? []
            : [{ ...event, endpoint, attempts: count }]
        })
        return { claimed, isAny: true }
      })
    )

  return (lease: Lease, limits: WebhookClaimLimits, now: number) =>
    Effect.gen(function* () {
      while (limits.limit > 0) {
        // Looking at a queue with nothing to take must not write.
        const first = yield* stored(
          inTurn(servedLast, askedFor(limits.limit), now, skipped(limits))
        )
        if (first.length === 0) return []
        const { claimed, isAny } = yield* take(lease, first, limits, now)
        if (claimed.length > 0 || !isAny) return claimed
      }
      return []
    })
})
