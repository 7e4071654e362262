import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Lease } from "../../database/Lease.js"
import type { ClaimedMessage } from "../message/Message.js"
import type { Settlement } from "../settlement/Settlement.js"
import type { ClaimedKinds, Recorded } from "./MailQueue.js"
import type { QueueEntry } from "./Queue.js"

/**
 * How long an offered message may wait for a worker before it is offered again, in milliseconds.
 */
export const offeredFor = 30_000

/**
 * Port: what storage does for an external queue. `EmailStore` accepts and cancels: the row that
 * acceptance writes is the outbox row and stays until the message is settled. `docs/queues.md`
 * numbers its states.
 */
export class MessageStore extends Context.Service<
  MessageStore,
  {
    /**
     * Marks up to `limit` messages due at `now` as offered, tenants taking turns, in order. They
     * stay `queued` and are due again at `until`.
     */
    readonly offer: (
      limit: number,
      now: number,
      until: number,
      which?: ClaimedKinds
    ) => Effect.Effect<ReadonlyArray<QueueEntry>, StorageError>
    /**
     * Begins offered messages: leases them to the worker, counts the attempt, and loads what
     * delivery needs. If two workers begin a message, one gets it. Leaves out messages that are
     * settled, cancelled or begun by another. In the order of `ids`.
     */
    readonly begin: (
      lease: Lease,
      ids: ReadonlyArray<string>,
      now: number
    ) => Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError>
    /** Makes offered messages due at `now`: those in `ids`, or all if it is absent. */
    readonly withdraw: (
      now: number,
      ids?: ReadonlyArray<string>
    ) => Effect.Effect<void, StorageError>
    /** As `MailQueue.renew`. */
    readonly renew: (lease: Lease, ids: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
    /** As `MailQueue.release`. */
    readonly release: (
      owner: string,
      ids: ReadonlyArray<string>,
      now: number,
      dueAt?: number
    ) => Effect.Effect<void, StorageError>
    /** As `MailQueue.record`. */
    readonly settle: (
      owner: string,
      settlements: ReadonlyArray<Settlement>
    ) => Effect.Effect<Recorded, StorageError>
    /** As `MailQueue.nextDue`; an offered message is due when it is offered again. */
    readonly nextDue: Effect.Effect<number | undefined, StorageError>
  }
>()("@telemark/core/MessageStore") {}
