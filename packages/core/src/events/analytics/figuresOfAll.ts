import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { Database, oncePerDatabase } from "../../database/Database.js"
import { makeRecentAnswer } from "../../database/recentAnswer.js"
import { stored } from "../../database/storageError.js"
import { heldOwner, offeredOwner } from "../../delivery/message/transition.js"

/** More than this many messages in the queue count as this many. */
export const maxCountedInQueue = 100_000

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
  readonly first_due_at: number
}

/** In milliseconds: as often as metrics are usually read, so that more readers cost nothing more. */
const [queueMillis, suppressionsMillis] = [5000, 5 * 60_000]

const makeReadFigures = Effect.map(Database, ({ sql, tables }) => {
  const stateAt = (now: number) => sql`CASE
      WHEN lease_owner = ${heldOwner} THEN 'held'
      WHEN due_at <= ${now} OR lease_owner = ${offeredOwner} THEN 'due'
      WHEN lease_owner IS NOT NULL THEN 'in_flight'
      WHEN scheduled_at > ${now} THEN 'scheduled'
      ELSE 'deferred' END`
  const queue = makeRecentAnswer(
    queueMillis,
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.map(
        sql<QueueRow>`SELECT state, COUNT(*) AS count, MIN(due_at) AS first_due_at FROM (
            SELECT ${stateAt(now)} AS state, due_at FROM ${tables.queue} ORDER BY due_at LIMIT ${maxCountedInQueue}) AS counted
          GROUP BY state`,
        (rows) => {
          const found = new Map(rows.map(({ count, state }) => [state, count]))
          const first = Math.min(now, ...rows.map(({ first_due_at }) => first_due_at))
          return {
            queue: Object.fromEntries(
              queueStates.map((state) => [state, found.get(state) ?? 0])
            ) as FiguresOfAll["queue"],
            oldestSeconds: (now - first) / 1000
          }
        }
      )
    )
  )
  const suppressions = makeRecentAnswer(
    suppressionsMillis,
    Effect.map(
      sql<{ readonly count: number }>`SELECT COUNT(*) AS count FROM ${tables.suppressions}`,
      ([row]) => row?.count ?? 0
    )
  )
  return stored(
    Effect.zipWith(queue.get, suppressions.get, (waiting, suppressions): FiguresOfAll => ({
      ...waiting,
      suppressions
    }))
  )
})

/** Of a few seconds ago, for all who ask. */
export const readFigures: Effect.Effect<FiguresOfAll, StorageError, Database> = Effect.flatten(
  oncePerDatabase(makeReadFigures)
)
