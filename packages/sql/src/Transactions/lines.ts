import { type Limiter, makeLimiter, TransactionUnusable } from "@telemark/core"
import { Effect, Option } from "effect"

/** Those who have a connection or wait for it. */
interface Line {
  readonly turns: Limiter<never>
  length: number
  /** How many times one of them saw the transaction end. */
  ends: number
}

/** One's place in the line of a connection. */
export interface Place {
  /** Whether somebody else has the connection, or waits for it before this one. */
  readonly isBehind: boolean
  /** Whether somebody has seen the transaction end since this one came. */
  readonly isOver: () => boolean
  /** Says so to all that wait. */
  readonly end: () => void
  /** Runs an effect once it is this one's turn; without `isWaiting`, it is refused if it would have to wait. */
  readonly take: <A, E, R>(isWaiting: boolean, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | TransactionUnusable, R>
}

const lines = new Map<object | string, Line>()

const placeIn = (line: Line): Place => {
  const [isBehind, ends] = [line.length > 0, line.ends]
  const busy = Effect.suspend(() => new TransactionUnusable({ reason: "busy" }))
  return {
    isBehind,
    isOver: () => line.ends !== ends,
    end: () => { line.ends += 1 },
    take: (isWaiting, effect) => {
      // Those that were called in the same moment ask first which transaction that was (`join`), and hear of the one that they were called in.
      const begin = Effect.zipRight(Effect.yieldNow(), effect)
      return isWaiting
        ? line.turns.run()(begin)
        : Effect.flatMap(line.turns.runIfFree()(begin), Option.match({ onNone: () => busy, onSome: Effect.succeed }))
    }
  }
}

/** Has a place in the line of a connection while the effect runs; all storages of the process share it: two may be given one transaction. */
export const standInLine = <A, E, R>(connection: object | string, use: (place: Place) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const line = lines.get(connection) ?? { turns: makeLimiter({ permits: 1 }), length: 0, ends: 0 }
      lines.set(connection, line)
      const place = placeIn(line)
      line.length += 1
      return { line, place }
    }),
    ({ place }) => use(place),
    ({ line }) =>
      Effect.sync(() => {
        line.length -= 1
        if (line.length === 0) lines.delete(connection)
      })
  )
