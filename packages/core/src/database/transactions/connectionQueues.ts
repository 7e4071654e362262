import { Effect, Option } from "effect"
import { type Limiter, makeLimiter } from "../../kernel/Limiter.js"
import { TransactionUnusable } from "./TransactionUnusable.js"

interface ConnectionQueue {
  readonly turns: Limiter<never>
  length: number
  /** How many times one of them saw the transaction end. */
  ends: number
}

/** A caller's position in the queue of a connection. */
export interface QueuePosition {
  /** Whether another caller has the connection, or waits for it before this one. */
  readonly isBehind: boolean
  /** Whether any caller has seen the transaction end since this one came. */
  readonly isOver: () => boolean
  /** Tells all callers that wait that the transaction has ended. */
  readonly end: () => void
  /**
   * Runs an effect when it is this caller's turn: at once after the former caller, so that a host
   * can't end one transaction and begin the next between the two. Without `isWaiting`, fails with
   * `busy` if it would have to wait.
   */
  readonly take: <A, E, R>(
    isWaiting: boolean,
    effect: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | TransactionUnusable, R>
}

const queues = new Map<object | string, ConnectionQueue>()

const positionIn = (queue: ConnectionQueue): QueuePosition => {
  const [isBehind, ends] = [queue.length > 0, queue.ends]
  const busy = Effect.suspend(() => new TransactionUnusable({ reason: "busy" }))
  return {
    isBehind,
    isOver: () => queue.ends !== ends,
    end: () => {
      queue.ends += 1
    },
    take: (isWaiting, effect) =>
      isWaiting
        ? queue.turns.run()(effect)
        : Effect.flatMap(
            queue.turns.runIfFree()(effect),
            Option.match({ onNone: () => busy, onSome: Effect.succeed })
          )
  }
}

/**
 * Runs an effect with a position in a connection's queue. All storages of the process share the
 * queues: two may be given the same transaction.
 */
export const waitInQueue = <A, E, R>(
  connection: object | string,
  use: (position: QueuePosition) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const queue = queues.get(connection) ?? {
        turns: makeLimiter({ permits: 1, whenWoken: "microtask" }),
        length: 0,
        ends: 0
      }
      queues.set(connection, queue)
      const position = positionIn(queue)
      queue.length += 1
      return { queue, position }
    }),
    ({ position }) => use(position),
    ({ queue }) =>
      Effect.sync(() => {
        queue.length -= 1
        if (queue.length === 0) queues.delete(connection)
      })
  )
