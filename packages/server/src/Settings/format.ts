const units = [["h", 3_600_000], ["m", 60_000], ["s", 1000]] as const

const day = 86_400_000

/** Milliseconds as the settings write them, such as `90s`, `5m` or `24h`: in the largest unit up to hours that leaves no rest. */
export const formatDuration = (millis: number): string => {
  const [unit, length] = units.find(([, each]) => millis % each === 0) ?? ["ms", 1]
  return `${String(millis / length)}${unit}`
}

/** A retry schedule as the settings write it, such as `1m,5m,4h`. */
export const formatSchedule = (schedule: ReadonlyArray<number>): string => schedule.map(formatDuration).join(",")

/** A retention in milliseconds as the settings write it: a number of days, or `forever`. */
export const formatRetention = (millis: number | null): string => millis === null ? "forever" : String(millis / day)
