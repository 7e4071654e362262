import type { StorageError } from "@telemark/contract"
import { Context, type Effect, type Scope } from "effect"
import type { Lease } from "../../database/Lease.js"
import type { ClaimedMessage, OutgoingMessage } from "../message/Message.js"
import type { DeliveryOutcome } from "../settlement/DeliveryOutcome.js"
import type { Settlement } from "../settlement/Settlement.js"

/**
 * Port: delivers one message to its next hop. It never fails: every result is an outcome. Callers
 * make it uninterruptible together with recording the outcome; it stays interruptible until it
 * sends part of the message (waiting, connecting), so that a worker can stop.
 */
export class Transport extends Context.Service<
  Transport,
  {
    readonly deliver: (message: OutgoingMessage) => Effect.Effect<DeliveryOutcome>
    /**
     * Whether mail of tenants with their own SMTP server also goes here, as when nothing may leave
     * the machine.
     */
    readonly deliversAll: boolean
    /** Whether mail is kept in the inbox instead of being sent; false by default. */
    readonly captures?: boolean | undefined
    /**
     * Maximum concurrent deliveries; undefined if unlimited. Further messages wait before `deliver`
     * is called.
     */
    readonly connections?: number | undefined
  }
>()("@telemark/core/Transport") {}

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
 * A worker in this process that takes messages in the transaction that accepts them, which saves a
 * claim.
 */
export interface LocalWorker {
  /**
   * How many of `count` messages it takes at `now`. It claims the others later, before it takes any
   * more here.
   */
  readonly takes: (count: number, now: number) => number
  readonly lease: (now: number) => Lease
  /**
   * Begins messages that are leased to it, after their transaction commits; releases them if it has
   * stopped.
   */
  readonly begin: (messages: ReadonlyArray<ClaimedMessage>) => void
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
