import { Deferred, Effect, type Latch } from "effect"

/**
 * Waits until the latch is open, and goes on in a turn of its own: `openUnsafe` would otherwise run
 * what waits in the middle of what opened the latch.
 */
export const awaitOpen = (latch: Latch.Latch): Effect.Effect<void> =>
  Effect.suspend(() =>
    latch.isOpen() ? Effect.void : Effect.andThen(latch.await, Effect.yieldNow)
  )

/**
 * Waits for what the deferred is completed with, and goes on in a turn of its own: of a thousand
 * deferreds that complete one another the last would overflow the stack of the first.
 */
export const awaitDone = <A, E>(deferred: Deferred.Deferred<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() =>
    Deferred.isDoneUnsafe(deferred)
      ? Deferred.await(deferred)
      : Effect.flatMap(Effect.exit(Deferred.await(deferred)), (exit) =>
          Effect.andThen(Effect.yieldNow, exit)
        )
  )
