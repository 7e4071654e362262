import { checkedText } from "./validation/text.js"
import { Schema, SchemaTransformation } from "effect"

/** RFC 3339 in UTC with milliseconds and `Z`. */
export const timestamp = (millis: number): string => new Date(millis).toISOString()

export const timestampOrNull = (millis: number | null): string | null =>
  millis === null ? null : timestamp(millis)

export const monthOf = (millis: number): string => timestamp(millis).slice(0, 7)

/** UTC, at least 1. */
export const secondsToNextMonth = (millis: number): number => {
  const now = new Date(millis)
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return Math.max(1, Math.ceil((next - millis) / 1000))
}

const instant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Nine digits of a second and an offset. */
const maxInstantLength = 35

/** `Date.parse` moves the 30th of February to the 2nd of March. */
const isDay = (day: string): boolean => {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight) && timestamp(midnight).startsWith(day)
}

/** Epoch milliseconds of an RFC 3339 instant with its offset. */
export const readInstant = (text: string): number | undefined => {
  if (text.length > maxInstantLength) return undefined
  const written = text.toUpperCase()
  const day = instant.exec(written)?.[1]
  const millis = day !== undefined && isDay(day) ? Date.parse(written) : NaN
  return Number.isNaN(millis) ? undefined : millis
}

export const InstantText = checkedText(
  (text) =>
    readInstant(text) === undefined ? "must be an instant such as 2026-01-31T09:00:00Z" : undefined,
  {
    jsonSchema: { type: "string", format: "date-time" }
  }
)

const isDate = (value: unknown): value is Date =>
  Object.prototype.toString.call(value) === "[object Date]"

// By tag: tests replace the global `Date`, and instances made before must remain valid.
const DateFromHost = Schema.declare(
  (value): value is Date => isDate(value) && !Number.isNaN(value.getTime())
)

const TextOrDate = Schema.Union([InstantText, DateFromHost])

const toText = (instant: string | Date): string =>
  typeof instant === "string" ? instant : instant.toISOString()

/** In process also a Date. Decodes to text. */
export const InstantOrDate = TextOrDate.pipe(
  Schema.decodeTo(
    TextOrDate,
    SchemaTransformation.transform<string | Date, string | Date>({ decode: toText, encode: toText })
  )
).annotate({
  message: "must be an instant such as 2026-01-31T09:00:00Z",
  jsonSchema: { type: "string", format: "date-time" }
})

/** Epoch milliseconds. */
export const readInstantOrDate = (instant: string | Date): number | undefined =>
  readInstant(toText(instant))
