/** What is counted by: hours and days, in UTC. */
export type Period = "hour" | "day"

/** How long a period is, in milliseconds. */
export const millisOf: Readonly<Record<Period, number>> = { hour: 60 * 60 * 1000, day: 24 * 60 * 60 * 1000 }

/** When the period begins that an instant lies in, both in epoch milliseconds. */
export const startOf = (period: Period, instant: number): number => Math.floor(instant / millisOf[period]) * millisOf[period]

/** When the first whole period after an instant begins: at the instant itself, if one does. */
export const firstWhole = (period: Period, instant: number): number => Math.ceil(instant / millisOf[period]) * millisOf[period]
