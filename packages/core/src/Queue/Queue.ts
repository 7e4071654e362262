import { Context, Data, type Effect } from "effect"

/**
 * Whose server a message is meant for: the operator's relay, or the one that the tenant has of its own. Both parts of a queue are taken
 * from separately, so that neither waits for the other.
 */
export type QueueRoute = "platform" | "own"

/** A message that is due, as a queue knows it: what it says stays in the store. */
export interface QueueEntry {
  readonly id: string
  readonly tenant_id: string
  readonly route: QueueRoute
}

/** An entry that was taken. */
export interface TakenEntry extends QueueEntry {
  /** Names this entry: a queue may hold several of one message. */
  readonly receipt: string
}

/** The queue can't be reached, or did not do what it was asked. Nothing is lost: the store offers again what was never begun. */
export class QueueUnavailable extends Data.TaggedError("QueueUnavailable")<{
  readonly cause: unknown
  /** What is wrong and what to do about it, for the operator; no login, and no key of the queue. */
  readonly explanation: string
}> {
  override get message(): string {
    return this.explanation
  }
}

/**
 * Port: distributes what is due among workers, where that isn't the database's own matter. It may lose entries and hand them out more
 * than once: `MessageStore.begin` decides whether a message is begun, and the store offers again what wasn't. So nothing that it holds has
 * to survive. `queueConformance` of `@telemark/testing` says the same in tests.
 */
export class Queue extends Context.Tag("@telemark/core/Queue")<Queue, {
  /** Adds entries behind those that are there already. */
  readonly offer: (entries: ReadonlyArray<QueueEntry>) => Effect.Effect<void, QueueUnavailable>
  /**
   * Takes at most `limit` entries of a route, those first that were offered first, and never waits for more. Until they are given up by
   * `done` or `release`, they are the owner's, for as long as the queue keeps taken entries (a minute is usual); then others may take them.
   */
  readonly take: (owner: string, route: QueueRoute, limit: number) => Effect.Effect<ReadonlyArray<TakenEntry>, QueueUnavailable>
  /** Keeps entries the owner's for that long again. What isn't the owner's any more is left alone. */
  readonly extend: (owner: string, entries: ReadonlyArray<TakenEntry>) => Effect.Effect<void, QueueUnavailable>
  /** Gives entries back: they can be taken at once. */
  readonly release: (owner: string, entries: ReadonlyArray<TakenEntry>) => Effect.Effect<void, QueueUnavailable>
  /** Removes entries. What isn't the owner's any more is left alone. */
  readonly done: (owner: string, entries: ReadonlyArray<TakenEntry>) => Effect.Effect<void, QueueUnavailable>
}>() {}
