import { Cause, Deferred, Effect, Exit, Option, type Scope } from "effect"
import { awaitDone, forkWithin } from "./signals.js"

/** Runs concurrent requests for the same value once. It remembers only what is under way. */
export interface SingleFlight {
  /** Runs the work, or waits for the run with this key. All work of one key is of one type. */
  readonly run: <A, E>(key: string, work: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

export interface SingleFlightOptions {
  /**
   * What work runs in. It then goes on whoever of those that wait goes away. By default it runs in
   * the fiber of who came first, and ends with that: one of the others begins anew.
   */
  readonly scope?: Scope.Scope
  /**
   * Whether a failure is that of all who wait, as by default. After another each tries by itself,
   * all at once: one after the other, they would each wait for a database that is down.
   */
  readonly isShared?: (failure: unknown) => boolean
}

/** How a run ended; undefined if it was interrupted. */
type Ended = Deferred.Deferred<Exit.Exit<unknown, unknown> | undefined>

export const makeSingleFlight = ({
  isShared = () => true,
  scope
}: SingleFlightOptions = {}): SingleFlight => {
  const underWay = new Map<string, Ended>()

  const begin = (key: string): Ended => {
    const ended: Ended = Deferred.makeUnsafe()
    underWay.set(key, ended)
    return ended
  }

  // Forgotten first: those who are answered may ask again.
  const end = (key: string, ended: Ended, exit: Exit.Exit<unknown, unknown>) =>
    Effect.suspend(() => {
      underWay.delete(key)
      const isInterrupted = Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause)
      return Deferred.succeed(ended, isInterrupted ? undefined : exit)
    })

  const lead = <A, E>(key: string, work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.acquireUseRelease(
      Effect.sync(() => begin(key)),
      () => work,
      (ended, exit) => end(key, ended, exit)
    )

  const leadIn = <A, E>(within: Scope.Scope, key: string, work: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      const ended = begin(key)
      const led = Effect.onExit(Effect.interruptible(work), (exit) => end(key, ended, exit))
      return Effect.onError(forkWithin(Effect.exit(led), within), (cause) =>
        end(key, ended, Exit.failCause(cause))
      ).pipe(Effect.as(ended))
    })

  const run: SingleFlight["run"] = (key, work) =>
    Effect.suspend(() => {
      const ended = underWay.get(key)
      if (ended !== undefined)
        return Effect.flatMap(awaitDone(ended), (exit) => {
          if (exit === undefined) return run(key, work)
          const failure = Exit.isFailure(exit) ? Cause.findErrorOption(exit.cause) : Option.none()
          return Option.isSome(failure) && !isShared(failure.value) ? work : (exit as typeof work)
        })
      if (scope === undefined) return lead(key, work)
      return Effect.flatMap(Effect.uninterruptible(leadIn(scope, key, work)), (own) =>
        Effect.flatMap(
          awaitDone(own),
          (exit) => (exit as typeof work | undefined) ?? Effect.interrupt
        )
      )
    })

  return { run }
}
