import { type Limiter, makeLimiter, TransactionUnusable } from "@telemark/core"
import { Effect, Option } from "effect"

/** Those who have a connection or wait for it. */
interface ConnectionQueue {
  readonly turns: Limiter<never>
  length: number
  /** How many times one of them saw the transaction end. */
  ends: number
}

/** One's place in the line of a connection. */
export interface QueuePosition {
  /** Whether somebody else has the connection, or waits for it before this one. */
  readonly isBehind: boolean
  /** Whether somebody has seen the transaction end since this one came. */
  readonly isOver: () => boolean
  /** Says so to all that wait. */
  readonly end: () => void
  /** Runs an effect once it is this one's turn; without `isWaiting`, it is refused if it would have to wait. */
  readonly take: <A, E, R>(isWaiting: boolean, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | TransactionUnusable, R>
}

const queues = new Map<object | string, ConnectionQueue>()

const positionIn = (queue: ConnectionQueue): QueuePosition => {
  const [isBehind, ends] = [queue.length > 0, queue.ends]
  const busy = Effect.suspend(() => new TransactionUnusable({ reason: "busy" }))
  return {
    isBehind,
    isOver: () => queue.ends !== ends,
    end: () => { queue.ends += 1 },
    take: (isWaiting, effect) => {
      // Those that were called in the same moment ask first which transaction that was (`join`), and hear of the one that they were called in.
      const begin = Effect.zipRight(Effect.yieldNow(), effect)
      return isWaiting
        ? queue.turns.run()(begin)
        : Effect.flatMap(queue.turns.runIfFree()(begin), Option.match({ onNone: () => busy, onSome: Effect.succeed }))
    }
  }
}

/** Has a place in the line of a connection while the effect runs; all storages of the process share it: two may be given one transaction. */
export const waitInQueue = <A, E, R>(connection: object | string, use: (position: QueuePosition) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const queue = queues.get(connection) ?? { turns: makeLimiter({ permits: 1 }), length: 0, ends: 0 }
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
