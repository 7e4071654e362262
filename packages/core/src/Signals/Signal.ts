import { Effect } from "effect"

/**
 * Says that something changed, to loops that look at it and then wait. Each listener remembers by itself what it has heard of: a change
 * between its look and its wait ends the wait at once, and no listener uses up another's wake-up, as they would with a latch that one of
 * them closes.
 */
export interface Signal {
  /** Ends the waits of all listeners; those that don't wait at the moment won't at their next one. */
  readonly announce: () => void
  /** A listener of one's own: an effect that returns at the next change, or at once if there was one since it last returned or was made. */
  readonly listen: Effect.Effect<Effect.Effect<void>>
}

/** A signal of this process. */
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
      let heard = changes
      return Effect.async<void>((resume) => {
        const wake = (): void => {
          heard = changes
          resume(Effect.void)
        }
        if (heard !== changes) {
          wake()
          return
        }
        waiting.add(wake)
        return Effect.sync(() => { waiting.delete(wake) })
      })
    })
  }
}
