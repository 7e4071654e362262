import { Clock, Effect } from "effect"

/** In milliseconds. A longer round waits for endpoints, not for the processor. */
const maxRound = 250

/** Messages get this many times as long as webhooks worked. */
const pausePerRound = 5

/**
 * Messages go first: a message costs five times as much as a webhook, but causes ten webhooks if
 * ten endpoints subscribe to its events. While messages wait (`isPressed`), the webhooks of one
 * round finish, and no more begin for five times as long as the round took. So webhooks get a sixth
 * of the time, and no less.
 */
export const makeYieldToMail = (isPressed: () => boolean, isIdle: Effect.Effect<void>) => {
  let begunAt: number | undefined
  return {
    began: (now: number): void => {
      begunAt = now
    },
    wait: Effect.suspend(() => {
      const since = begunAt
      if (since === undefined || !isPressed()) return Effect.void
      begunAt = undefined
      return Effect.timeoutOption(isIdle, maxRound).pipe(
        Effect.andThen(Clock.currentTimeMillis),
        Effect.flatMap((now) => Effect.sleep(pausePerRound * Math.min(maxRound, now - since)))
      )
    })
  }
}
