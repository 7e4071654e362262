import { readInstant, ValidationFailed } from "@telemark/contract"
import { Duration, Option } from "effect"

/** The end of the year 9999, the last year in RFC 3339. */
const last = Date.UTC(10_000, 0) - 1

const anInstant = "must be an instant such as 2026-01-31T09:00:00Z, or a Date"

/**
 * Converts to epoch milliseconds; throws `ValidationFailed` at `name` if the instant is invalid.
 */
export const instantOf = (name: string, instant: string | Date): number => {
  const millis = typeof instant === "string" ? readInstant(instant) : instant.getTime()
  if (millis === undefined || Number.isNaN(millis) || millis > last)
    throw ValidationFailed.at(name, anInstant)
  return millis
}

/**
 * The end of a duration from `now`, or the given instant, in whole epoch milliseconds; throws
 * `ValidationFailed` if it is neither.
 */
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
