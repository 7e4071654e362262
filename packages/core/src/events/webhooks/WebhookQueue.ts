import type { StorageError } from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import type { Lease } from "../../database/Lease.js"
import { stored } from "../../database/storageError.js"
import type { ClaimedWebhook, WebhookKey, WebhookSettlement } from "./WebhookAttempt.js"
import { makeClaimWebhooks, type WebhookClaimLimits } from "./claimWebhooks.js"
import { type DisabledEndpoint, makeRecordWebhooks } from "./recordWebhooks.js"
import { webhookQueueQueries } from "./webhookQueueTable.js"

interface WebhookQueueService {
  /**
   * Leases events that are due at `now` or whose lease expired, endpoints taking turns; per
   * endpoint, longest due first. Drops rows of endpoints that are gone or inactive, and of removed
   * events.
   */
  readonly claim: (
    lease: Lease,
    limits: WebhookClaimLimits,
    now: number
  ) => Effect.Effect<ReadonlyArray<ClaimedWebhook>, StorageError>
  /** Only those that are still the owner's. */
  readonly renew: (
    lease: Lease,
    keys: ReadonlyArray<WebhookKey>
  ) => Effect.Effect<void, StorageError>
  /** For events on which nothing was begun: due at `now`, the attempt not counted. */
  readonly release: (
    owner: string,
    keys: ReadonlyArray<WebhookKey>,
    now: number
  ) => Effect.Effect<void, StorageError>
  /**
   * In one transaction: writes the attempts, removes settled rows, and updates the endpoints'
   * health. If the owner lost a lease, only the attempt is stored. Returns deactivated endpoints. A
   * power cut may undo it: then an event is delivered once more.
   */
  readonly record: (
    owner: string,
    settlements: ReadonlyArray<WebhookSettlement>
  ) => Effect.Effect<ReadonlyArray<DisabledEndpoint>, StorageError>
  /** When the next event is due or its lease expires, in epoch milliseconds. */
  readonly nextDue: Effect.Effect<number | undefined, StorageError>
}

const make = Effect.gen(function* () {
  const { writeRelaxed } = yield* Database
  const queue = yield* webhookQueueQueries

  const changeOwn = (
    owner: string,
    keys: ReadonlyArray<WebhookKey>,
    change: (own: ReadonlyArray<WebhookKey>) => ReturnType<typeof queue.extend>
  ): Effect.Effect<void, StorageError> =>
    keys.length === 0
      ? Effect.void
      : writeRelaxed(
          Effect.gen(function* () {
            const own = yield* queue.lock(owner, keys)
            if (own.length > 0) yield* change(own)
          })
        )

  return WebhookQueue.of({
    claim: yield* makeClaimWebhooks,
    renew: ({ owner, until }, keys) => changeOwn(owner, keys, (own) => queue.extend(own, until)),
    release: (owner, keys, now) => changeOwn(owner, keys, (own) => queue.release(own, now)),
    record: yield* makeRecordWebhooks,
    nextDue: stored(queue.nextDue)
  })
})

/**
 * The outbox of webhook endpoints. One for all workers of a process, which share the endpoints'
 * turns.
 */
export class WebhookQueue extends Context.Service<WebhookQueue, WebhookQueueService>()(
  "@telemark/core/WebhookQueue"
) {
  static readonly layer: Layer.Layer<WebhookQueue, never, Database> = Layer.effect(this, make)
}
