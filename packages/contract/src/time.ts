import { Schema, SchemaTransformation } from "effect"

/** Formats epoch milliseconds as RFC 3339 in UTC with milliseconds and `Z`. */
export const timestamp = (millis: number): string => new Date(millis).toISOString()

/** `timestamp`, with null for an instant that hasn't come. */
export const timestampOrNull = (millis: number | null): string | null =>
  millis === null ? null : timestamp(millis)

/** The calendar month (UTC) of an instant, as `2026-11`. */
export const monthOf = (millis: number): string => timestamp(millis).slice(0, 7)

/** Whole seconds from an instant to the start of the next month (UTC), at least 1. */
export const secondsToNextMonth = (millis: number): number => {
  const now = new Date(millis)
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return Math.max(1, Math.ceil((next - millis) / 1000))
}

const instant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** With nine digits of a second and an offset from UTC. */
const maxInstantLength = 35

/** Refuses days that `Date.parse` moves, such as the 30th of February to the 2nd of March. */
const isDay = (day: string): boolean => {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight) && timestamp(midnight).startsWith(day)
}

/** Parses an RFC 3339 instant with its offset to epoch milliseconds; undefined if it isn't one. */
export const readInstant = (text: string): number | undefined => {
  if (text.length > maxInstantLength) return undefined
  const written = text.toUpperCase()
  const day = instant.exec(written)?.[1]
  const millis = day !== undefined && isDay(day) ? Date.parse(written) : NaN
  return Number.isNaN(millis) ? undefined : millis
}

/** An RFC 3339 instant such as `2026-01-31T09:00:00Z`. */
export const InstantText = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) =>
        readInstant(text) === undefined
          ? "must be an instant such as 2026-01-31T09:00:00Z"
          : undefined,
      {
        jsonSchema: { type: "string", format: "date-time" }
      }
    )
  )
)

const isDate = (value: unknown): value is Date =>
  Object.prototype.toString.call(value) === "[object Date]"

// Checked by tag rather than by class: tests replace the global `Date`, and instances made before
// must remain valid.
const DateFromHost = Schema.declare(
  (value): value is Date => isDate(value) && !Number.isNaN(value.getTime())
)

const TextOrDate = Schema.Union([InstantText, DateFromHost])

const toText = (instant: string | Date): string =>
  typeof instant === "string" ? instant : instant.toISOString()

/** An RFC 3339 instant or, in process, a Date. Decodes to text. */
export const InstantOrDate = TextOrDate.pipe(
  Schema.decodeTo(
    TextOrDate,
    SchemaTransformation.transform<string | Date, string | Date>({ decode: toText, encode: toText })
  )
).annotate({
  message: "must be an instant such as 2026-01-31T09:00:00Z",
  jsonSchema: { type: "string", format: "date-time" }
})

/** Epoch milliseconds of an instant or Date; undefined if it isn't one. */
export const readInstantOrDate = (instant: string | Date): number | undefined =>
  readInstant(toText(instant))
