import { Effect } from "effect"
import { wakeable } from "./wakeable.js"

/**
 * Announces changes to loops that look and then wait. Each listener tracks its own position: a
 * change between its look and its wait ends the wait at once, and no listener consumes another's
 * wake-up, as with a latch that one of them closes.
 */
export interface Signal {
  /** Wakes all listeners; those not waiting now return at once from their next wait. */
  readonly announce: () => void
  /**
   * Creates a listener: an effect that returns at the next change, or at once if one came since it
   * last returned or was created.
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
