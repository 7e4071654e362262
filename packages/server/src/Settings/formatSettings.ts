const units = [
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000]
] as const

const day = 86_400_000

/**
 * Formats milliseconds as in settings, such as `90s`, `5m` or `24h`: in the largest unit up to
 * hours that divides them.
 */
export const formatDuration = (millis: number): string => {
  const [unit, length] = units.find(([, each]) => millis % each === 0) ?? ["ms", 1]
  return `${String(millis / length)}${unit}`
}

export const formatSchedule = (schedule: ReadonlyArray<number>): string =>
  schedule.map(formatDuration).join(",")

/** Formats a retention in milliseconds as in settings: a number of days, or `forever`. */
export const formatRetention = (millis: number | null): string =>
  millis === null ? "forever" : String(millis / day)
