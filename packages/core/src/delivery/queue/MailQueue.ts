import type { StorageError } from "@telemark/contract"
import { Context, type Effect, type Scope } from "effect"
import type { Lease } from "../../database/Lease.js"
import type { LocalWorker } from "../message/LocalWorkers.js"
import type { ClaimedMessage } from "../message/Message.js"
import type { Settlement } from "../settlement/Settlement.js"

/** Which due messages to claim; all by default. Excluding messages is cheap, however many wait. */
export interface ClaimedKinds {
  readonly except?: ReadonlyArray<string>
  readonly ownServersOnly?: boolean
  /**
   * Only messages whose delivery began before this time, oldest first: accepted (ids begin with the
   * time) and, if scheduled, due before it.
   */
  readonly begunBefore?: number
}

/** The result of recording settlements. */
export interface Recorded {
  /** Messages whose outcomes were written; those whose lease was lost are missing. */
  readonly ids: ReadonlyArray<string>
  /**
   * Whether events of them wait for webhook endpoints or subscriptions, so that `NewEvents` should
   * be signalled.
   */
  readonly hasOutboxRows: boolean
}

/**
 * Port: the queue of messages to deliver. A row exists from acceptance until the message is
 * settled. `docs/message-flow.md` numbers its states.
 */
export class MailQueue extends Context.Service<
  MailQueue,
  {
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
     * Returns messages on which nothing was begun: due at `dueAt` (`now` by default), the attempt
     * not counted, status `queued`.
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
     * Lets a worker of this process take messages as they are accepted, until the scope closes.
     * Mail of tenants with their own SMTP server, scheduled mail and mail in a caller's own
     * transaction is still claimed. Undefined if all mail is claimed.
     */
    readonly attach?: (worker: LocalWorker) => Effect.Effect<void, never, Scope.Scope>
    /**
     * When the next message is due or its lease expires, in epoch milliseconds; undefined if the
     * queue is empty.
     */
    readonly nextDue: Effect.Effect<number | undefined, StorageError>
  }
>()("@telemark/core/MailQueue") {}
