import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { Database, oncePerDatabase } from "../../database/Database.js"
import { makeRecentAnswer } from "../../database/recentAnswer.js"
import { stored } from "../../database/storageError.js"

/** More than this many messages in the queue count as this many. */
export const maxCountedInQueue = 100_000

/** What waits in a database, of all its tenants. */
interface FiguresOfAll {
  /**
   * By state: `due` waits for a worker, `in_flight` has one, `deferred` is tried again later or waits
   * for its route, `scheduled` was asked for later.
   */
  readonly queue: Readonly<Record<"due" | "in_flight" | "deferred" | "scheduled", number>>
  /** For how many seconds the message that has been due for longest has waited. */
  readonly oldestSeconds: number
  readonly suppressions: number
}

type QueueRow = FiguresOfAll["queue"] & { readonly oldest_due_at: number | null }

/** In milliseconds: as often as metrics are usually read, so that more readers cost nothing more. */
const [queueMillis, suppressionsMillis] = [5000, 5 * 60_000]

const makeReadFigures = Effect.map(Database, ({ sql, tables }) => {
  const countWhere = (condition: Statement.Fragment) =>
    sql`COALESCE(SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`
  const queue = makeRecentAnswer(
    queueMillis,
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const [isScheduled, isDue] = [sql`scheduled_at > ${now}`, sql`due_at <= ${now}`]
      return Effect.map(
        sql<QueueRow>`SELECT
            ${countWhere(isDue)} AS due,
            ${countWhere(sql`due_at > ${now} AND lease_owner IS NOT NULL`)} AS in_flight,
            ${countWhere(sql`due_at > ${now} AND lease_owner IS NULL AND (scheduled_at IS NULL OR scheduled_at <= ${now})`)} AS deferred,
            ${countWhere(sql`due_at > ${now} AND lease_owner IS NULL AND ${isScheduled}`)} AS scheduled,
            MIN(due_at) AS oldest_due_at
          FROM (SELECT due_at, lease_owner, scheduled_at FROM ${tables.queue} ORDER BY due_at LIMIT ${maxCountedInQueue}) AS counted`,
        ([row]) => ({
          queue: {
            due: row?.due ?? 0,
            in_flight: row?.in_flight ?? 0,
            deferred: row?.deferred ?? 0,
            scheduled: row?.scheduled ?? 0
          },
          oldestSeconds: Math.max(0, now - (row?.oldest_due_at ?? now)) / 1000
        })
      )
    })
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
