import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { ClaimedKinds, ClaimedMessage, Recorded, Settlement } from "../Delivery/index.js"
import type { Lease } from "../Storage/index.js"
import type { QueueEntry } from "./Queue.js"

/** How long a message that was offered may wait for a worker before it is offered again, in milliseconds. */
export const offeredFor = 30_000

/** Stands where the owner of a lease does while a message is only offered. It is no worker's name. */
export const offeredOwner = "offered"

/**
 * Port: what storage does for a queue that isn't its own. `EmailStore` accepts and cancels: the row that acceptance writes is the outbox,
 * and it stays until the message is settled. `docs/queues.md` numbers its states.
 */
export class MessageStore extends Context.Tag("@telemark/core/MessageStore")<MessageStore, {
  /**
   * Marks at most `limit` messages that are due at `now` as offered, the tenants taking turns, and answers with them in the order in which
   * they are to be taken. They are due again at `until`, unless a worker begins them. They count as `queued` all the while.
   */
  readonly offer: (
    limit: number,
    now: number,
    until: number,
    which?: ClaimedKinds
  ) => Effect.Effect<ReadonlyArray<QueueEntry>, StorageError>
  /**
   * Begins those of these messages that are offered: leases them to the worker, counts the attempt, and loads what delivering takes. Of
   * two that begin one message, one gets it; what is settled, cancelled or begun by another is left out. In the order of `ids`.
   */
  readonly begin: (lease: Lease, ids: ReadonlyArray<string>, now: number) => Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError>
  /** Makes messages that are offered due at `now`: these, or without `ids` all of them. */
  readonly withdraw: (now: number, ids?: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
  /** As `MailQueue.renew`. */
  readonly renew: (lease: Lease, ids: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
  /** As `MailQueue.release`. */
  readonly release: (owner: string, ids: ReadonlyArray<string>, now: number, dueAt?: number) => Effect.Effect<void, StorageError>
  /** As `MailQueue.record`. */
  readonly settle: (owner: string, settlements: ReadonlyArray<Settlement>) => Effect.Effect<Recorded, StorageError>
  /** As `MailQueue.nextDue`; what is offered is due when it is offered again. */
  readonly nextDue: Effect.Effect<number | undefined, StorageError>
}>() {}
