import {
  Cause,
  Clock,
  Deferred,
  type Duration,
  Effect,
  type Fiber,
  type Latch,
  type Scope
} from "effect"

/**
 * In a later `turn` of the event loop where fibers wake one another: a long chain would keep
 * everything else from its turn. In a `microtask` where the world wakes them, such as an answer of
 * a server, or where nothing of a host may come between.
 */
export type WhenWoken = "turn" | "microtask"

/**
 * Waits until `register` calls back; what it returns stops waiting when the fiber is interrupted.
 * The fiber goes on in a stack of its own: with `Effect.callback`, of a thousand that wake one
 * another the last overflowed it.
 */
export const wakeable = <A, E = never>(
  register: (resume: (effect: Effect.Effect<A, E>) => void) => void | Effect.Effect<void>,
  whenWoken: WhenWoken = "turn"
): Effect.Effect<A, E> =>
  Effect.callback<A, E>((resume) => {
    let isWaiting = false
    const stop = register((effect) => {
      if (!isWaiting) resume(effect)
      else if (whenWoken === "turn") resume(Effect.andThen(Effect.yieldNow, effect))
      else
        queueMicrotask(() => {
          resume(effect)
        })
    })
    isWaiting = true
    return stop
  })

/**
 * Announces changes to loops that look and then wait. Each listener tracks its own position: a
 * change between its look and its wait ends the wait at once, and no listener consumes another's
 * wake-up.
 */
export interface Signal {
  /** Wakes all listeners; the others return at once from their next wait. */
  readonly announce: () => void
  /**
   * An effect that returns at the next change, or at once if one came since it last returned or was
   * created.
   */
  readonly listen: Effect.Effect<Effect.Effect<void>>
}

/** A signal within this process. */
export const makeSignal = (): Signal => {
  const waiting = new Set<() => void>()
  let changes = 0
  return {
    announce: () => {
      changes++
      const woken = [...waiting]
      waiting.clear()
      for (const wake of woken) wake()
    },
    listen: Effect.sync(() => {
      let seen = changes
      return wakeable<void>((resume) => {
        const wake = (): void => {
          seen = changes
          resume(Effect.void)
        }
        if (seen !== changes) {
          wake()
          return
        }
        waiting.add(wake)
        return Effect.sync(() => {
          waiting.delete(wake)
        })
      })
    })
  }
}

/**
 * Goes on in a turn of its own: `openUnsafe` would run what waits in the middle of what opened the
 * latch.
 */
export const awaitOpen = (latch: Latch.Latch): Effect.Effect<void> =>
  Effect.suspend(() =>
    latch.isOpen() ? Effect.void : Effect.andThen(latch.await, Effect.yieldNow)
  )

/**
 * Goes on in a turn of its own: of a thousand deferreds that complete one another the last would
 * overflow the stack.
 */
export const awaitDone = <A, E>(deferred: Deferred.Deferred<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() =>
    Deferred.isDoneUnsafe(deferred)
      ? Deferred.await(deferred)
      : Effect.flatMap(Effect.exit(Deferred.await(deferred)), (exit) =>
          Effect.andThen(Effect.yieldNow, exit)
        )
  )

/**
 * Begins a fiber at once, which ends with the scope. Effect would begin it a turn later and never
 * if the scope closes before that: who waits for its result would wait for ever. In a closed scope
 * this is interrupted.
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

/** For a last run, of which nobody may have to wait for long. */
const lastRun = "1 second"

/**
 * Calls during a run or the pause after it share the next. When the scope closes, who has just
 * called still gets a run: a command ends as soon as it has signalled. Real time: it concerns other
 * processes.
 */
export const makeCoalescing = (
  run: Effect.Effect<void>,
  pause: Duration.Input
): Effect.Effect<() => void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { announce, listen } = makeSignal()
    const asked = yield* listen
    let isDue = false
    const runDue = Effect.suspend(() => {
      isDue = false
      return run
    })
    const inRealTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
    yield* Effect.addFinalizer(() =>
      isDue ? inRealTime(Effect.timeoutOption(runDue, lastRun)) : Effect.void
    )
    yield* asked.pipe(
      Effect.andThen(runDue),
      Effect.andThen(Effect.sleep(pause)),
      Effect.forever,
      inRealTime,
      Effect.forkScoped
    )
    return () => {
      isDue = true
      announce()
    }
  })
