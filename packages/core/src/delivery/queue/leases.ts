import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import type { Lease } from "../../database/Lease.js"
import { makeAmong } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import { makeCounters } from "../../events/analytics/countersTable.js"
import type { Change } from "../../events/analytics/periodCounts.js"
import { inFlight, transitions } from "../message/transition.js"

/**
 * Finds the messages that are still the owner's, and locks their queue rows until the transaction
 * ends. All statements that write several of these rows lock them in one order, so that renewing
 * and recording can't deadlock.
 */
export const makeSelectOwned = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const forUpdate = sql.literal(dialect.forUpdate)
  return (owner: string, ids: ReadonlyArray<string>) =>
    sql<{
      readonly id: string
    }>`SELECT id FROM ${tables.queue} WHERE id ${among(ids)} AND lease_owner = ${owner} ORDER BY id ${forUpdate}`
})

/** Renews and releases leases, both only while they are the owner's, and says when one ends. */
export const makeLeases = Effect.gen(function* () {
  const database = yield* Database
  const counters = yield* makeCounters
  const selectOwned = yield* makeSelectOwned
  const { sql, tables, write } = database
  const { from, to } = transitions.released
  const among = makeAmong(database)

  const renew = (
    { owner, until }: Lease,
    ids: ReadonlyArray<string>
  ): Effect.Effect<void, StorageError> =>
    ids.length === 0
      ? Effect.void
      : stored(
          Effect.asVoid(
            sql`UPDATE ${tables.queue} SET due_at = ${until} WHERE id IN (${selectOwned(owner, ids)})`
          )
        )

  const release = (
    owner: string,
    ids: ReadonlyArray<string>,
    now: number,
    dueAt = now
  ): Effect.Effect<void, StorageError> =>
    ids.length === 0
      ? Effect.void
      : write(
          Effect.gen(function* () {
            const owned = (yield* selectOwned(owner, ids)).map(({ id }) => id)
            if (owned.length === 0) return
            yield* sql`UPDATE ${tables.queue} SET lease_owner = NULL, due_at = ${dueAt} WHERE id ${among(owned)}`
            const emails = yield* sql<Pick<Change, "tenant_id" | "created_at">>`
        UPDATE ${tables.emails} SET status = ${to}, attempts = attempts - 1, next_attempt_at = ${dueAt}, updated_at = ${now}
        WHERE id ${among(owned)} AND ${sql.in("status", from)} RETURNING tenant_id, created_at`
            yield* counters.change(emails.map((email) => ({ ...email, from: inFlight, to })))
          })
        )

  /** One read of an index. */
  const nextDue: Effect.Effect<number | undefined, StorageError> = stored(
    Effect.map(
      sql<{
        readonly due_at: number
      }>`SELECT due_at FROM ${tables.queue} ORDER BY due_at, id LIMIT 1`,
      ([first]) => first?.due_at
    )
  )

  return { renew, release, nextDue }
})
