import type { RouteSignal } from "./RouteSignal.js"

const minute = 60_000
const hour = 60 * minute

/** The first and the maximum back-off, in milliseconds. */
const lengths = {
  slow_down: { first: minute, max: 15 * minute },
  fewer_connections: { first: minute, max: 15 * minute },
  /** A daily limit moves with the hours, or ends at a midnight that the server doesn't tell us. */
  daily: { first: hour, max: 2 * hour },
  /**
   * No longer: somebody unlocks the account or corrects the login, and mail should go soon after.
   */
  refuses_us: { first: 5 * minute, max: 5 * minute }
} as const

export type BackOffSignal = RouteSignal & {
  readonly asks: "slow_down" | "fewer_connections" | "refuses_us"
}

export const asksToWait = (signal: RouteSignal): signal is BackOffSignal =>
  signal.asks !== "nothing" && signal.asks !== "accepted"

/**
 * The length of a back-off, in milliseconds. `last` is the length of the previous one, 0 if the
 * sender or route has recovered since.
 */
export const backOffLength = ({ asks, isDaily }: BackOffSignal, last: number): number => {
  const { first, max } = lengths[isDaily ? "daily" : asks]
  return last === 0 ? first : Math.min(Math.max(2 * last, first), max)
}
