import { readInstant, ValidationFailed } from "@telemark/contract"
import { Clock, Duration, Effect, Option } from "effect"

export interface LeapingClock {
  readonly clock: Clock.Clock
  readonly now: () => number
  /** Epoch milliseconds. Never moves back. */
  readonly leapTo: (instant: number) => void
}

/**
 * Starts at `start` and then runs by itself. It reads no other clock, because tests fake `Date` and
 * machines adjust theirs. Sleeping takes real time: else waits of a few milliseconds, such as for a
 * batch, would never end.
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

/** The last year in RFC 3339. */
const last = Date.UTC(10_000, 0) - 1

const anInstant = "must be an instant such as 2026-01-31T09:00:00Z, or a Date"

/** Epoch milliseconds; throws `ValidationFailed` at `name`. */
export const instantOf = (name: string, instant: string | Date): number => {
  const millis = typeof instant === "string" ? readInstant(instant) : instant.getTime()
  if (millis === undefined || Number.isNaN(millis) || millis > last)
    throw ValidationFailed.at(name, anInstant)
  return millis
}

/** Epoch milliseconds; throws `ValidationFailed`. */
export const endOf = (time: Duration.Input | Date, now: number): number => {
  if (time instanceof Date) return instantOf("time", time)
  const end = Option.match(Duration.fromInput(time), {
    onNone: () => NaN,
    onSome: (duration) => Math.ceil(now + Duration.toMillis(duration))
  })
  if (!(end <= last))
    throw ValidationFailed.at(
      "time",
      'must be a duration such as "90 minutes" or milliseconds, or a Date, and end before the year 10000'
    )
  return end
}
