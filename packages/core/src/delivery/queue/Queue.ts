import { Context, Data, type Effect } from "effect"

/**
 * The platform's route or the tenants' own servers. Entries of each are taken separately, so that
 * neither waits for the other.
 */
export type QueueRoute = "platform" | "own"

/** A due message as a queue stores it; the content stays in storage. */
export interface QueueEntry {
  readonly id: string
  readonly tenant_id: string
  readonly route: QueueRoute
}

/** An entry that a worker has taken. */
export interface TakenEntry extends QueueEntry {
  /** Identifies this entry: a queue may contain several of one message. */
  readonly receipt: string
}

/**
 * The queue can't be reached or failed. Nothing is lost: storage offers again what was never begun.
 */
export class QueueUnavailable extends Data.TaggedError("QueueUnavailable")<{
  readonly cause: unknown
  /**
   * What is wrong and how to fix it, for the operator; contains no credentials and no keys of the
   * queue.
   */
  readonly explanation: string
}> {
  override get message(): string {
    return this.explanation
  }
}

/**
 * Port: distributes due messages among workers if the database doesn't do it itself. It may lose
 * entries and deliver them more than once: the database decides whether a message is begun,
 * and offers the others again. So its contents need not survive. `queueConformance` of
 * `@telemark/testing` tests this contract.
 */
export class Queue extends Context.Service<
  Queue,
  {
    readonly offer: (entries: ReadonlyArray<QueueEntry>) => Effect.Effect<void, QueueUnavailable>
    /**
     * Takes at most `limit` entries of a route, oldest offer first, without waiting for more. They
     * belong to the owner until `done` or `release`, or until the queue's timeout (usually a
     * minute); then others may take them.
     */
    readonly take: (
      owner: string,
      route: QueueRoute,
      limit: number
    ) => Effect.Effect<ReadonlyArray<TakenEntry>, QueueUnavailable>
    /** Restarts the timeout of the owner's entries; ignores entries of others. */
    readonly extend: (
      owner: string,
      entries: ReadonlyArray<TakenEntry>
    ) => Effect.Effect<void, QueueUnavailable>
    /** Returns entries, which can be taken again at once. */
    readonly release: (
      owner: string,
      entries: ReadonlyArray<TakenEntry>
    ) => Effect.Effect<void, QueueUnavailable>
    /** Removes the owner's entries; ignores entries of others. */
    readonly done: (
      owner: string,
      entries: ReadonlyArray<TakenEntry>
    ) => Effect.Effect<void, QueueUnavailable>
  }
>()("@telemark/core/Queue") {}
