import { Clock, Effect } from "effect"

/** A clock that can be set forward. */
export interface LeapingClock {
  readonly clock: Clock.Clock
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Makes it at least that instant, in epoch milliseconds. Nothing makes it earlier. */
  readonly leapTo: (instant: number) => void
}

/**
 * A clock that begins at `start`, or now, and goes on by itself. It looks at no other clock after that: tests fake `Date`, and machines set
 * theirs. Waits are as long as they are without it: what is waited for within milliseconds, such as others to be stored with, would
 * otherwise never come.
 */
export const makeLeapingClock = (start: number = Date.now()): LeapingClock => {
  const own = Clock.make()
  const from = own.unsafeCurrentTimeNanos()
  let begun = start
  const nanos = () => BigInt(begun) * 1_000_000n + own.unsafeCurrentTimeNanos() - from
  const now = () => Number(nanos() / 1_000_000n)
  return {
    clock: {
      [Clock.ClockTypeId]: Clock.ClockTypeId,
      unsafeCurrentTimeMillis: now,
      unsafeCurrentTimeNanos: nanos,
      currentTimeMillis: Effect.sync(now),
      currentTimeNanos: Effect.sync(nanos),
      sleep: (duration) => own.sleep(duration)
    },
    now,
    leapTo: (instant) => {
      begun += Math.max(0, Math.ceil(instant) - now())
    }
  }
}
