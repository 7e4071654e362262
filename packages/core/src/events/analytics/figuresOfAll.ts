import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { Database, oncePerDatabase } from "../../database/Database.js"
import { makeRecentAnswer } from "../../database/recentAnswer.js"
import { stored } from "../../database/storageError.js"
import { makeLimiter } from "../../kernel/Limiter.js"
import { heldOwner, offeredOwner } from "../../delivery/message/transition.js"

/** More than these count as these: of messages in the queue, and of suppressed addresses. */
const [maxInQueue, maxSuppressions] = [100_000, 500_000]

export const queueStates = ["due", "in_flight", "deferred", "scheduled", "held"] as const

/** What waits in a database, of all its tenants. */
interface FiguresOfAll {
  /**
   * By state: `due` waits for a worker, also in another queue; `in_flight` has one; `deferred` is
   * tried again later or waits for its route; `scheduled` was asked for later; `held` waits for the
   * operator.
   */
  readonly queue: Readonly<Record<(typeof queueStates)[number], number>>
  /** For how many seconds the message that has been due for longest has waited. */
  readonly oldestSeconds: number
  readonly suppressions: number
}

interface QueueRow {
  readonly state: (typeof queueStates)[number]
  readonly count: number
}

/** In milliseconds: as often as metrics are usually read, so that more readers cost nothing more. */
const [queueMillis, suppressionsMillis] = [5000, 5 * 60_000]

const makeReadFigures = Effect.map(Database, ({ sql, tables }) => {
  const firstDue = sql<{
    readonly due_at: number
  }>`SELECT due_at FROM ${tables.queue} ORDER BY due_at, id LIMIT 1`
  // What is due by an index alone, and the rest in the order of the table: SQLite keeps the process
  // waiting meanwhile, and looking up each of 100,000 entries of the index takes 100 ms.
  const counts = (now: number) => sql<QueueRow>`
    SELECT 'due' AS state, COUNT(*) AS count FROM
      (SELECT 1 AS one FROM ${tables.queue} WHERE due_at <= ${now} ORDER BY due_at LIMIT ${maxInQueue}) AS due
    UNION ALL
    SELECT state, COUNT(*) AS count FROM (SELECT CASE
        WHEN due_at <= ${now} THEN 'counted'
        WHEN lease_owner = ${heldOwner} THEN 'held'
        WHEN lease_owner = ${offeredOwner} THEN 'due'
        WHEN lease_owner IS NOT NULL THEN 'in_flight'
        WHEN scheduled_at > ${now} THEN 'scheduled'
        ELSE 'deferred' END AS state FROM ${tables.queue} ORDER BY id LIMIT ${maxInQueue}) AS waiting
    GROUP BY state`
  const queue = makeRecentAnswer(
    queueMillis,
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const [first] = yield* firstDue
      const rows = yield* counts(now)
      const countOf = (state: QueueRow["state"]) =>
        rows.reduce((sum, row) => (row.state === state ? sum + row.count : sum), 0)
      return {
        queue: Object.fromEntries(
          queueStates.map((state) => [state, Math.min(countOf(state), maxInQueue)])
        ) as FiguresOfAll["queue"],
        oldestSeconds: Math.max(0, now - (first?.due_at ?? now)) / 1000
      }
    })
  )
  const suppressions = makeRecentAnswer(
    suppressionsMillis,
    Effect.map(
      sql<{
        readonly count: number
      }>`SELECT COUNT(*) AS count FROM (SELECT 1 AS one FROM ${tables.suppressions} LIMIT ${maxSuppressions}) AS counted`,
      ([row]) => row?.count ?? 0
    )
  )
  // Readers that come at once share one answer.
  const reading = makeLimiter({ permits: 1 })
  return stored(
    Effect.zipWith(queue.get, suppressions.get, (waiting, suppressions): FiguresOfAll => ({
      ...waiting,
      suppressions
    })).pipe(reading.run())
  )
})

/** Of a few seconds ago, for all who ask. */
export const readFigures: Effect.Effect<FiguresOfAll, StorageError, Database> = Effect.flatten(
  oncePerDatabase(makeReadFigures)
)
