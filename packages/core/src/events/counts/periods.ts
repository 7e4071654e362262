/** In UTC. */
export type Period = "hour" | "day"

export const millisOf: Readonly<Record<Period, number>> = {
  hour: 60 * 60 * 1000,
  day: 24 * 60 * 60 * 1000
}

/** When the period that contains an instant begins, both in epoch milliseconds. */
export const startOf = (period: Period, instant: number): number =>
  Math.floor(instant / millisOf[period]) * millisOf[period]

/** When the first whole period at or after an instant begins. */
export const firstWhole = (period: Period, instant: number): number =>
  Math.ceil(instant / millisOf[period]) * millisOf[period]
