import type { RouteSignal } from "./signal.js"

const minute = 60_000
const hour = 60 * minute

/** How long mail waits the first time, and at most, in milliseconds. */
const lengths = {
  slow_down: { first: minute, max: 15 * minute },
  /** A limit that is counted by the day moves with the hours, or ends at a midnight that nobody tells us. */
  daily: { first: hour, max: 2 * hour },
  /** Not longer: somebody unlocks the account or mends the login, and mail should go then. */
  refuses_us: { first: 5 * minute, max: 5 * minute }
} as const

/** What asks mail to wait. */
export type BackOffSignal = RouteSignal & { readonly asks: "slow_down" | "refuses_us" }

export const asksToWait = (signal: RouteSignal): signal is BackOffSignal => signal.asks === "slow_down" || signal.asks === "refuses_us"

/** How long mail waits for it; `last` is how long it waited the last time, 0 if all was well since. */
export const backOffLength = ({ asks, isDaily }: BackOffSignal, last: number): number => {
  const { first, max } = lengths[isDaily ? "daily" : asks]
  return last === 0 ? first : Math.min(Math.max(2 * last, first), max)
}
