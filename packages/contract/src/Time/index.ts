import { Schema } from "effect"

/** An instant as the interface writes it: RFC 3339, UTC, with milliseconds and `Z`. */
export const timestamp = (millis: number): string => new Date(millis).toISOString()

/** `timestamp` of an instant that may not have come yet. */
export const timestampOrNull = (millis: number | null): string | null => (millis === null ? null : timestamp(millis))

/** The calendar month (UTC) that an instant falls into, as `2026-11`. */
export const monthOf = (millis: number): string => timestamp(millis).slice(0, 7)

/** Whole seconds, at least one, from an instant to the first moment of the next month (UTC). */
export const secondsToNextMonth = (millis: number): number => {
  const now = new Date(millis)
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return Math.max(1, Math.ceil((next - millis) / 1000))
}

const instant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** With nine digits of a second and an offset. */
const maxInstantLength = 35

/** `Date.parse` takes the 30th of February for the 2nd of March. */
const isDay = (day: string): boolean => {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight) && timestamp(midnight).startsWith(day)
}

/** Epoch milliseconds of an instant as RFC 3339 writes it, with its offset from UTC; undefined if it isn't one. */
export const readInstant = (text: string): number | undefined => {
  if (text.length > maxInstantLength) return undefined
  const written = text.toUpperCase()
  const day = instant.exec(written)?.[1]
  const millis = day !== undefined && isDay(day) ? Date.parse(written) : NaN
  return Number.isNaN(millis) ? undefined : millis
}

/** An instant as RFC 3339 writes it, such as `2026-01-31T09:00:00Z`; `readInstant` reads it. */
export const InstantText = Schema.String.pipe(
  Schema.filter((text) => (readInstant(text) === undefined ? "must be an instant such as 2026-01-31T09:00:00Z" : undefined), {
    jsonSchema: { type: "string", format: "date-time" }
  })
)

const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === "[object Date]"

// By what it is rather than by its class: tests replace the global `Date`, and what was made before stays what it is.
const DateFromHost = Schema.declare((value): value is Date => isDate(value) && !Number.isNaN(value.getTime()))

const TextOrDate = Schema.Union(InstantText, DateFromHost)

const toText = (instant: string | Date): string => (typeof instant === "string" ? instant : instant.toISOString())

/** An instant as RFC 3339 writes it or, in process, a Date; read, it is text. */
export const InstantOrDate = Schema.transform(TextOrDate, TextOrDate, { strict: true, decode: toText, encode: toText }).annotations({
  message: () => ({ message: "must be an instant such as 2026-01-31T09:00:00Z", override: true }),
  jsonSchema: { type: "string", format: "date-time" }
})

/** Epoch milliseconds of what `InstantOrDate` takes; undefined if it isn't an instant. */
export const readInstantOrDate = (instant: string | Date): number | undefined => readInstant(toText(instant))
