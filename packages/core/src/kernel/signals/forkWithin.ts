import { Cause, Effect, type Fiber, type Scope } from "effect"

/**
 * Forks a fiber that ends with the scope, and begins it at once. Effect would begin it a turn later
 * and never if the scope closes before that: who waits for its result would wait for ever. In a
 * closed scope this is interrupted instead.
 */
export const forkWithin = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  scope: Scope.Scope
): Effect.Effect<Fiber.Fiber<A, E>, never, R> =>
  Effect.suspend(() =>
    scope.state._tag === "Closed"
      ? Effect.failCause(Cause.interrupt())
      : Effect.forkIn(effect, scope, { startImmediately: true, uninterruptible: true })
  )
