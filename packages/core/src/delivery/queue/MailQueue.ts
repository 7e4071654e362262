import type { StorageError } from "@telemark/contract"
import { Clock, Context, Effect, Layer, type Scope } from "effect"
import type { Lease } from "../../database/Lease.js"
import { type LocalWorker, localWorkers } from "../message/LocalWorkers.js"
import type { ClaimedMessage } from "../message/Message.js"
import type { Settlement } from "../settlement/Settlement.js"
import type { ClaimedKinds } from "./chooseDueMessages.js"
import { makeClaim } from "./claim.js"
import { makeLeases } from "./leases.js"
import { makeOffer, makeWithdraw } from "./outbox.js"
import { makeRecord, type Recorded } from "./record.js"

export interface MailQueueService {
  /**
   * Leases up to `limit` messages that are due or whose lease expired, tenants taking turns. Each
   * gets one more attempt and status `sending`.
   */
  readonly claim: (
    lease: Lease,
    limit: number,
    now: number,
    which?: ClaimedKinds
  ) => Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError>
  readonly renew: (lease: Lease, ids: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
  /**
   * Returns messages on which nothing was begun: due at `dueAt` (`now` by default), the attempt not
   * counted, status `queued`.
   */
  readonly release: (
    owner: string,
    ids: ReadonlyArray<string>,
    now: number,
    dueAt?: number
  ) => Effect.Effect<void, StorageError>
  /**
   * Writes status, suppression, event and queue row of each message in one transaction. Skips
   * messages whose lease is no longer the owner's.
   */
  readonly record: (
    owner: string,
    settlements: ReadonlyArray<Settlement>
  ) => Effect.Effect<Recorded, StorageError>
  /**
   * Lets a worker of this process take messages as they are accepted, until the scope closes. Mail
   * of tenants with their own SMTP server, scheduled mail and mail in a caller's own transaction is
   * still claimed. Undefined if all mail is claimed.
   */
  readonly attach?: (worker: LocalWorker) => Effect.Effect<void, never, Scope.Scope>
  /**
   * When the next message is due or its lease expires, in epoch milliseconds; undefined if the
   * queue is empty. An offered message is due when it is offered again.
   */
  readonly nextDue: Effect.Effect<number | undefined, StorageError>
}

/** What both queues do in the database, each with its own memory of tenants and bodies. */
export const queueQueries = Effect.gen(function* () {
  const { begin, claim, dueKinds } = yield* makeClaim
  const { nextDue, release, renew } = yield* makeLeases
  return {
    claim,
    offer: yield* makeOffer(dueKinds),
    withdraw: yield* makeWithdraw,
    begin,
    renew,
    release,
    nextDue,
    record: yield* makeRecord
  }
})

/**
 * The queue of messages to deliver: the database's own, or that of `layerExternalQueue`. A row
 * exists from acceptance until the message is settled. `docs/message-flow.md` numbers its states.
 */
export class MailQueue extends Context.Service<MailQueue, MailQueueService>()(
  "@telemark/core/MailQueue"
) {
  /** The database as the queue. */
  static readonly layer = Layer.effect(
    this,
    Effect.map(
      Effect.all([queueQueries, localWorkers]),
      ([{ claim, nextDue, record, release, renew }, { attach }]) => ({
        claim,
        renew,
        release,
        record,
        attach,
        nextDue
      })
    )
  )
}

/**
 * The database's queue where another one may have been used before: the first claim makes due what
 * was offered to that, so that switching back needs no wait.
 */
export const layerDatabaseQueue = Layer.effect(
  MailQueue,
  Effect.gen(function* () {
    const queue = yield* MailQueue
    const withdraw = yield* makeWithdraw
    let isTakenBack = false
    const takeBack = Effect.suspend(() =>
      isTakenBack
        ? Effect.void
        : Effect.map(Effect.flatMap(Clock.currentTimeMillis, withdraw), () => {
            isTakenBack = true
          })
    )
    return {
      ...queue,
      claim: (...how: Parameters<typeof queue.claim>) =>
        Effect.andThen(takeBack, queue.claim(...how))
    }
  })
)
