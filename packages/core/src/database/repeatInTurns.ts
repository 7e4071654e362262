import { Effect } from "effect"

/**
 * Repeats a short transaction while there is more to do. The event loop turns after each: SQLite
 * answers at once, and everything else in the process would wait until the last.
 */
export const repeatInTurns = <A, E, R>(
  piece: Effect.Effect<A, E, R>,
  hasMore: (done: A) => boolean
): Effect.Effect<A, E, R> =>
  Effect.repeat(
    Effect.tap(piece, () => Effect.yieldNow),
    { while: hasMore }
  )
