import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import type { Lease } from "../../database/Lease.js"
import type { WebhookKey } from "./WebhookQueue.js"
import { makeAmongKeys } from "./amongKeys.js"
import { makeLock } from "./lock.js"

/** Renews and releases leases, both only while they are the owner's. */
export const makeLeases = Effect.gen(function* () {
  const database = yield* Database
  const lock = yield* makeLock
  const { sql, tables, writeRelaxed } = database
  const amongKeys = makeAmongKeys(database)

  const renew = (
    { owner, until }: Lease,
    keys: ReadonlyArray<WebhookKey>
  ): Effect.Effect<void, StorageError> =>
    keys.length === 0
      ? Effect.void
      : writeRelaxed(
          Effect.gen(function* () {
            const locked = yield* lock(owner, keys)
            if (locked.length > 0)
              yield* sql`UPDATE ${tables.webhook_queue} SET due_at = ${until} WHERE ${amongKeys(locked)}`
          })
        )

  const release = (
    owner: string,
    keys: ReadonlyArray<WebhookKey>,
    now: number
  ): Effect.Effect<void, StorageError> =>
    keys.length === 0
      ? Effect.void
      : writeRelaxed(
          Effect.gen(function* () {
            const locked = yield* lock(owner, keys)
            if (locked.length === 0) return
            // An event that was queued anew while in flight has no attempts.
            yield* sql`UPDATE ${tables.webhook_queue} SET lease_owner = NULL, due_at = ${now}, attempts = CASE attempts WHEN 0 THEN 0 ELSE attempts - 1 END
        WHERE ${amongKeys(locked)}`
          })
        )

  return { renew, release }
})
