const instant = (millis: number): number | undefined =>
  Number.isFinite(millis) && millis >= 0 && millis <= 8.64e15 ? Math.floor(millis) : undefined

const numberOf = (value: unknown): number =>
  typeof value === "number"
    ? value
    : typeof value === "string" && /^\d{1,16}(?:\.\d{1,9})?$/.test(value)
      ? Number(value)
      : Number.NaN

/** Epoch milliseconds of seconds, which may be fractional or written as text. */
export const fromSeconds = (value: unknown): number | undefined => instant(numberOf(value) * 1000)

/** Epoch milliseconds, which may be written as text. */
export const fromMillis = (value: unknown): number | undefined => instant(numberOf(value))

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/** Epoch milliseconds of an ISO 8601 date with its offset. */
export const fromIsoDate = (value: unknown): number | undefined =>
  typeof value === "string" && isoDate.test(value) ? instant(Date.parse(value)) : undefined
