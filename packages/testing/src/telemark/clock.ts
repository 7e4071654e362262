import { Clock, Effect } from "effect"

export interface LeapingClock {
  readonly clock: Clock.Clock
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Advances to that instant, in epoch milliseconds. Never moves back. */
  readonly leapTo: (instant: number) => void
}

/**
 * A clock that starts at `start`, by default now, and then runs by itself. It reads no other clock
 * after the start, because tests fake `Date` and machines adjust theirs. Sleeping takes real time:
 * otherwise waits of a few milliseconds, such as those for a batch, would never end.
 */
export const makeLeapingClock = (start: number = Date.now()): LeapingClock => {
  const own = Clock.Clock.defaultValue()
  const from = own.monotonicTimeNanosUnsafe()
  let begun = start
  const nanos = () => BigInt(begun) * 1_000_000n + own.monotonicTimeNanosUnsafe() - from
  const now = () => Number(nanos() / 1_000_000n)
  return {
    clock: {
      currentTimeMillisUnsafe: now,
      currentTimeNanosUnsafe: nanos,
      currentTimeMillis: Effect.sync(now),
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      sleep: (duration) => own.sleep(duration)
    },
    now,
    leapTo: (instant) => {
      begun += Math.max(0, Math.ceil(instant) - now())
    }
  }
}
