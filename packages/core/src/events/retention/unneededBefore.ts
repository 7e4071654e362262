import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"

/** Milliseconds by which the clocks of two processes may differ. */
const skew = 24 * 60 * 60 * 1000

/**
 * Scheduled messages to skip at most: this takes some milliseconds, perhaps before each 500 rows
 * removed.
 */
const maxPassed = 10_000

interface First {
  readonly id: string
  readonly scheduled_at: number | null
}

/**
 * The instant before which no unscheduled message in the queue needs a body: a body was created
 * with its messages. Scheduled messages don't count: otherwise one that waits for weeks would keep
 * the bodies of all messages since.
 */
export const makeUnneededBefore = Effect.map(Database, ({ sql, tables }) => {
  // If all rows read are scheduled, the last of them: whatever comes after it is younger.
  const behindScheduled = sql<{ readonly id: string | null }>`
    SELECT COALESCE(MIN(CASE WHEN scheduled_at IS NULL THEN id END), CASE WHEN COUNT(*) = ${maxPassed} THEN MAX(id) END) AS id
    FROM (SELECT id, scheduled_at FROM ${tables.queue} WHERE id > '' ORDER BY id LIMIT ${maxPassed}) AS owed`

  const oldest = Effect.gen(function* () {
    const [first] =
      yield* sql<First>`SELECT id, scheduled_at FROM ${tables.queue} WHERE id > '' ORDER BY id LIMIT 1`
    if (first === undefined || first.scheduled_at === null) return first?.id
    return (yield* behindScheduled)[0]?.id ?? undefined
  })

  // If the message is missing in the log, nothing is known, and nothing is removed.
  const acceptedAt = (id: string) =>
    Effect.map(
      sql<{
        readonly created_at: number
      }>`SELECT created_at FROM ${tables.emails} WHERE id = ${id}`,
      ([email]) => email?.created_at ?? -Infinity
    )

  return (before: number): Effect.Effect<number, SqlError.SqlError> =>
    Effect.flatMap(oldest, (id) =>
      id === undefined
        ? Effect.succeed(before)
        : Effect.map(acceptedAt(id), (created_at) => Math.min(before, created_at - skew))
    )
})
