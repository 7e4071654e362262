import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import type { Lease } from "../../database/Lease.js"
import { stored } from "../../database/storageError.js"
import { makeFindRecorded } from "../log/findRecorded.js"
import type { ClaimedWebhook, WebhookClaimLimits, WebhookKey } from "./WebhookQueue.js"
import { makeAmongKeys } from "./amongKeys.js"
import { makeChooseDueWebhooks } from "./chooseDueWebhooks.js"
import { webhookKeyText } from "./webhookRetry.js"

interface Taken {
  readonly claimed: ReadonlyArray<ClaimedWebhook>
  readonly isAny: boolean
}

const nothing: Taken = { claimed: [], isAny: false }

export const makeClaim = Effect.gen(function* () {
  const database = yield* Database
  const { sql, tables, writeRelaxed } = database
  const choose = yield* makeChooseDueWebhooks
  const findRecorded = yield* makeFindRecorded
  const amongKeys = makeAmongKeys(database)

  /** Counted before the attempt is made, so that a crash in the middle of it counts too. */
  const lease = ({ owner, until }: Lease, keys: ReadonlyArray<WebhookKey>) =>
    Effect.map(
      sql<WebhookKey & { readonly attempts: number }>`
        UPDATE ${tables.webhook_queue} SET lease_owner = ${owner}, due_at = ${until}, attempts = attempts + 1
        WHERE ${amongKeys(keys)} RETURNING event_id, endpoint_id, attempts`,
      (rows) => new Map(rows.map((row) => [webhookKeyText(row), row.attempts]))
    )

  const take = (
    wanted: Lease,
    first: ReadonlyArray<number>,
    limits: WebhookClaimLimits,
    now: number
  ): Effect.Effect<Taken, StorageError> =>
    writeRelaxed(
      Effect.gen(function* () {
        const { endpoints, keys } = yield* choose.choose(first, limits, now)
        if (keys.length === 0) return nothing
        const attempts = yield* lease(wanted, keys)
        const recorded = yield* findRecorded([...new Set(keys.map(({ event_id }) => event_id))])
        const events = new Map(recorded.map((one) => [one.event.id, one]))
        const forgotten = keys.filter(({ event_id }) => !events.has(event_id))
        if (forgotten.length > 0)
          yield* sql`DELETE FROM ${tables.webhook_queue} WHERE ${amongKeys(forgotten)}`
        const claimed = keys.flatMap((key): ReadonlyArray<ClaimedWebhook> => {
          const endpoint = endpoints.get(key.endpoint_id)
          const event = events.get(key.event_id)
          const count = attempts.get(webhookKeyText(key))
          return endpoint === undefined || event === undefined || count === undefined
            ? []
            : [{ ...event, endpoint, attempts: count }]
        })
        return { claimed, isAny: true }
      })
    )

  return (
    wanted: Lease,
    limits: WebhookClaimLimits,
    now: number
  ): Effect.Effect<ReadonlyArray<ClaimedWebhook>, StorageError> =>
    Effect.gen(function* () {
      for (;;) {
        // Looking at a queue with nothing to take must not write.
        const first = yield* stored(choose.begin(limits, now))
        if (first.length === 0) return []
        const { claimed, isAny } = yield* take(wanted, first, limits, now)
        if (claimed.length > 0 || !isAny) return claimed
      }
    })
})
