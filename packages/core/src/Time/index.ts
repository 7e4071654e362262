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
