import { Clock, Effect } from "effect"

/** A round that takes longer waits for endpoints rather than for the processor, in milliseconds. */
const maxRound = 250

/** So many times as long as webhooks worked, mail has the process for itself. */
const pausePerRound = 5

/**
 * Mail first: a mail costs five times what a webhook does, but has ten of them where ten endpoints want to know of it. While mail waits
 * (`isPressed`), what is begun together is finished, and five times as long as that took nothing else is begun; so webhooks have a sixth of
 * the time, and no less.
 */
export const makeYieldToMail = (isPressed: () => boolean, isIdle: Effect.Effect<void>) => {
  let begunAt: number | undefined
  return {
    /** Notes that some were begun at this moment. */
    began: (now: number): void => {
      begunAt = now
    },
    /** Before more are begun. */
    wait: Effect.suspend(() => {
      const since = begunAt
      if (since === undefined || !isPressed()) return Effect.void
      begunAt = undefined
      return Effect.timeoutOption(isIdle, maxRound).pipe(
        Effect.zipRight(Clock.currentTimeMillis),
        Effect.flatMap((now) => Effect.sleep(pausePerRound * Math.min(maxRound, now - since)))
      )
    })
  }
}
