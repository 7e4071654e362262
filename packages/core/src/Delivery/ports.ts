import type { StorageError } from "@telemark/contract"
import { Context, type Effect, type Scope } from "effect"
import type { Lease } from "../Storage/index.js"
import type { DeliveryOutcome } from "./DeliveryOutcome.js"
import type { ClaimedMessage, OutgoingMessage } from "./Message.js"
import type { Settlement } from "./Settlement.js"

/**
 * Port: hands one message to its next hop. It never fails: everything that can happen is an outcome. Callers
 * make it uninterruptible together with recording the outcome; what it does before anything of the message is
 * out (waiting its turn, connecting) stays interruptible all the same, so that a worker can stop.
 */
export class Transport extends Context.Tag("@telemark/core/Transport")<Transport, {
  readonly deliver: (message: OutgoingMessage) => Effect.Effect<DeliveryOutcome>
  /** Whether mail of tenants with an SMTP server of their own goes this way too, as when nothing may leave the machine. */
  readonly deliversAll: boolean
  /** Whether mail is kept in the inbox instead of being sent; false by default. */
  readonly captures?: boolean | undefined
  /** Messages that it hands over at once; undefined where nothing limits it. What is beyond waits before it is asked. */
  readonly connections?: number | undefined
}>() {}

/** Which messages are claimed; by default all that are due. What is left out costs little, however much of it waits. */
export interface ClaimedKinds {
  /** Tenants whose messages are left where they are. */
  readonly except?: ReadonlyArray<string>
  /** Only of tenants with an SMTP server of their own. */
  readonly ownServersOnly?: boolean
  /**
   * Only those whose delivery began before this instant, oldest first: they were accepted before (their ids tell, they begin with
   * the time) and, if scheduled, due before.
   */
  readonly begunBefore?: number
}

/** What was recorded. */
export interface Recorded {
  /** The messages whose outcomes were written; those whose lease was no longer the owner's are missing. */
  readonly ids: ReadonlyArray<string>
  /** Whether webhook endpoints or subscriptions are owed events of it, so that it is worth to signal `NewEvents`. */
  readonly owesEvents: boolean
}

/** A worker in this process that takes mail in the transaction that accepts it: such mail isn't claimed in a transaction of its own. */
export interface LocalWorker {
  /** How many of so many messages it would begin on at `now`. What it is not given, it claims later, before it takes any in this way again. */
  readonly takes: (count: number, now: number) => number
  readonly lease: (now: number) => Lease
  /** Begins on messages that are leased to it, once their transaction is committed; or gives them back, if it has stopped. */
  readonly begin: (messages: ReadonlyArray<ClaimedMessage>) => void
}

/**
 * Port: the queue of messages that are owed. A row exists from acceptance until the message is settled
 * for good. `docs/message-flow.md` numbers its states.
 */
export class MailQueue extends Context.Tag("@telemark/core/MailQueue")<MailQueue, {
  /**
   * Leases at most `limit` messages that are due at `now`, or whose lease has run out, the tenants taking
   * turns. Each counts one attempt more and stands as `sending` in the log.
   */
  readonly claim: (
    lease: Lease,
    limit: number,
    now: number,
    which?: ClaimedKinds
  ) => Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError>
  /** Extends the owner's leases of these messages to `lease.until`. */
  readonly renew: (lease: Lease, ids: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
  /** Gives back messages on which nothing was begun: due at `dueAt`, by default `now`; the attempt not counted, `queued` in the log. */
  readonly release: (owner: string, ids: ReadonlyArray<string>, now: number, dueAt?: number) => Effect.Effect<void, StorageError>
  /**
   * Writes status, suppression, event and queue row of each message, all in one transaction. Messages whose
   * lease is no longer the owner's are left alone.
   */
  readonly record: (owner: string, settlements: ReadonlyArray<Settlement>) => Effect.Effect<Recorded, StorageError>
  /**
   * Lets a worker of this process take mail as it is accepted, until the scope closes. Mail of tenants with an SMTP server of their own,
   * scheduled mail and mail of a caller's own transaction is claimed as ever. Undefined where all mail is.
   */
  readonly attach?: (worker: LocalWorker) => Effect.Effect<void, never, Scope.Scope>
  /** When the next message is due, or its lease runs out, in epoch milliseconds; undefined if none is owed. */
  readonly nextDue: Effect.Effect<number | undefined, StorageError>
}>() {}
