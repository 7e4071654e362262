import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Database } from "../Database/index.js"

/** By how much the clocks of two processes may differ. */
const skew = 24 * 60 * 60 * 1000

/** Messages to be sent later that are gone past at most: some milliseconds, of which there may be one before each 500 rows removed. */
const maxPassed = 10_000

interface First {
  readonly id: string
  readonly scheduled_at: number | null
}

/**
 * The instant before which no body is needed by a message that is to be sent at once: a body was made with its messages. What was
 * to be sent later doesn't count, else one message that waits for weeks would keep what all mails since have said.
 */
export const makeUnneededBefore = Effect.map(Database, ({ sql, tables }) => {
  // The last of those that were gone past, if there are more of them: what isn't owed yet, or not as soon, is younger.
  const behindScheduled = sql<{ readonly id: string | null }>`
    SELECT COALESCE(MIN(CASE WHEN scheduled_at IS NULL THEN id END), CASE WHEN COUNT(*) = ${maxPassed} THEN MAX(id) END) AS id
    FROM (SELECT id, scheduled_at FROM ${tables.queue} WHERE id > '' ORDER BY id LIMIT ${maxPassed}) AS owed`

  const oldest = Effect.gen(function*() {
    const [first] = yield* sql<First>`SELECT id, scheduled_at FROM ${tables.queue} WHERE id > '' ORDER BY id LIMIT 1`
    if (first === undefined || first.scheduled_at === null) return first?.id
    return (yield* behindScheduled)[0]?.id ?? undefined
  })

  // One that isn't in the log says nothing about the others.
  const acceptedAt = (id: string) =>
    Effect.map(sql<{ readonly created_at: number }>`SELECT created_at FROM ${tables.emails} WHERE id = ${id}`, ([email]) => email?.created_at ?? -Infinity)

  return (before: number): Effect.Effect<number, SqlError.SqlError> =>
    Effect.flatMap(oldest, (id) =>
      id === undefined ? Effect.succeed(before) : Effect.map(acceptedAt(id), (created_at) => Math.min(before, created_at - skew)))
})
