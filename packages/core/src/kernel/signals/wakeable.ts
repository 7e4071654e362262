import { Effect } from "effect"

/**
 * When a woken fiber goes on. In a later `turn` of the event loop where fibers wake one another: a
 * long chain would keep everything else from its turn. In a `microtask` where the world wakes it,
 * such as an answer of a server, or where nothing of a host may come between.
 */
export type WhenWoken = "turn" | "microtask"

/**
 * Waits until `register` calls back with what to go on with; what it returns stops waiting when the
 * fiber is interrupted. The fiber goes on in a stack of its own. `Effect.callback` would run it
 * within the stack of the caller: of a thousand that wake one another the last overflowed it.
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
