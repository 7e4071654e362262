import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import type { Lease } from "../../database/Lease.js"
import { makeAmong } from "../../database/among.js"
import { stored } from "../../database/storageError.js"
import { makeCounters } from "../../events/analytics/countersTable.js"
import type { Change } from "../../events/analytics/periodCounts.js"
import { inFlight, transitions } from "../settlement/transition.js"
import { makeLock } from "./lock.js"

/** Renews and releases leases, both only while they are the owner's. */
export const makeLeases = Effect.gen(function* () {
  const database = yield* Database
  const counters = yield* makeCounters
  const lock = yield* makeLock
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
            sql`UPDATE ${tables.queue} SET due_at = ${until} WHERE id IN (${lock.select(owner, ids)})`
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
            const locked = yield* lock.ids(owner, ids)
            if (locked.length === 0) return
            yield* sql`UPDATE ${tables.queue} SET lease_owner = NULL, due_at = ${dueAt} WHERE id ${among(locked)}`
            const emails = yield* sql<Pick<Change, "tenant_id" | "created_at">>`
        UPDATE ${tables.emails} SET status = ${to}, attempts = attempts - 1, next_attempt_at = ${dueAt}, updated_at = ${now}
        WHERE id ${among(locked)} AND ${sql.in("status", from)} RETURNING tenant_id, created_at`
            yield* counters.change(emails.map((email) => ({ ...email, from: inFlight, to })))
          })
        )

  return { renew, release }
})
