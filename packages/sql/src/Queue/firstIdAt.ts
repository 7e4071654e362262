const latest = 2 ** 48 - 1

/** Below it are the ids of the messages accepted before this instant (epoch milliseconds), and no others: ids begin with their time. */
export const firstIdAt = (instant: number): string =>
  `em_${Math.min(Math.max(Math.ceil(instant), 0), latest).toString(16).padStart(12, "0")}`
