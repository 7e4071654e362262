import type { Lease, StorageError, WebhookKey } from "@telemark/core"
import { Effect } from "effect"
import { Database } from "../Database/index.js"
import { makeHold } from "./hold.js"
import { makeAmongKeys } from "./keys.js"

/** Extending leases and giving them back; both only as long as they are the owner's. */
export const makeLeases = Effect.gen(function*() {
  const database = yield* Database
  const hold = yield* makeHold
  const { sql, tables, writeRelaxed } = database
  const amongKeys = makeAmongKeys(database)

  const renew = ({ owner, until }: Lease, keys: ReadonlyArray<WebhookKey>): Effect.Effect<void, StorageError> =>
    keys.length === 0 ? Effect.void : writeRelaxed(Effect.gen(function*() {
      const held = yield* hold(owner, keys)
      if (held.length > 0) yield* sql`UPDATE ${tables.webhook_queue} SET due_at = ${until} WHERE ${amongKeys(held)}`
    }))

  const release = (owner: string, keys: ReadonlyArray<WebhookKey>, now: number): Effect.Effect<void, StorageError> =>
    keys.length === 0 ? Effect.void : writeRelaxed(Effect.gen(function*() {
      const held = yield* hold(owner, keys)
      if (held.length === 0) return
      // What was owed anew while it was in hand has none.
      yield* sql`UPDATE ${tables.webhook_queue} SET lease_owner = NULL, due_at = ${now}, attempts = CASE attempts WHEN 0 THEN 0 ELSE attempts - 1 END
        WHERE ${amongKeys(held)}`
    }))

  return { renew, release }
})
