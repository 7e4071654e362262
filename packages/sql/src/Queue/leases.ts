import type { Lease, StorageError } from "@telemark/core"
import { Effect } from "effect"
import { type Change, makeCounters } from "../Counts/index.js"
import { Database, given, stored } from "../Database/index.js"

/** Extending leases and giving them back; both only as long as they are the owner's. */
export const makeLeases = Effect.gen(function*() {
  const database = yield* Database
  const counters = yield* makeCounters
  const { sql, write } = database
  const rows = given(database, { id: "text" })
  const rowsOf = (ids: ReadonlyArray<string>) => rows(ids.map((id) => ({ id })))

  const renew = ({ owner, until }: Lease, ids: ReadonlyArray<string>): Effect.Effect<void, StorageError> =>
    ids.length === 0 ? Effect.void : stored(Effect.asVoid(
      sql`UPDATE queue SET due_at = ${until} WHERE id IN (SELECT id FROM ${rowsOf(ids)} AS given) AND lease_owner = ${owner}`
    ))

  const release = (owner: string, ids: ReadonlyArray<string>, now: number): Effect.Effect<void, StorageError> =>
    ids.length === 0 ? Effect.void : write(Effect.gen(function*() {
      const released = yield* sql<{ readonly id: string }>`
        UPDATE queue SET lease_owner = NULL, due_at = ${now}
        WHERE id IN (SELECT id FROM ${rowsOf(ids)} AS given) AND lease_owner = ${owner} RETURNING id`
      if (released.length === 0) return
      const emails = yield* sql<Pick<Change, "tenant_id" | "created_at">>`
        UPDATE emails SET status = 'queued', attempts = attempts - 1, next_attempt_at = ${now}, updated_at = ${now}
        WHERE id IN (SELECT id FROM ${rows(released)} AS given) RETURNING tenant_id, created_at`
      yield* counters.change(emails.map((email) => ({ ...email, from: "sending", to: "queued" })))
    }))

  return { renew, release }
})
