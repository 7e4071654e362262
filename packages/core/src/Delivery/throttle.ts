import { asksToWait, backOffLength } from "./backOffLength.js"
import type { RouteSignal } from "./signal.js"

/** What a route allows at most. */
export interface RouteLimits {
  /** Messages handed over at once. */
  readonly concurrency: number
  /** Milliseconds from the beginning of one message to the next; 0 where only the concurrency counts. */
  readonly interval: number
}

/** How much a route is trusted with at the moment. Instants are epoch milliseconds. */
export interface Throttle {
  /** Messages at once, at least 1. */
  readonly concurrency: number
  /** It backs off: nothing is begun before. */
  readonly backOffUntil: number
  /** How long the last back-off was; the next is twice as long. 0 when all is well. */
  readonly lastBackOff: number
  /** Whether it backs off for a limit that is counted by the day. */
  readonly isDaily: boolean
  /** Messages taken since the concurrency last changed. */
  readonly successes: number
}

const successesForMore = 20

export const freshThrottle = ({ concurrency }: RouteLimits): Throttle =>
  ({ concurrency, backOffUntil: 0, lastBackOff: 0, isDaily: false, successes: 0 })

/** What was going on when an outcome came. */
export interface RouteState {
  readonly limits: RouteLimits
  /** Messages under way, the one it is about included. */
  readonly inFlight: number
  readonly now: number
}

const afterSuccess = (throttle: Throttle, { limits, now }: RouteState): Throttle => {
  const isWell = throttle.lastBackOff === 0 && throttle.concurrency >= limits.concurrency
  // Begun before the back-off, it says nothing about the time after it.
  if (isWell || now < throttle.backOffUntil) return throttle
  if (throttle.successes + 1 < successesForMore) return { ...throttle, successes: throttle.successes + 1 }
  return { ...freshThrottle(limits), concurrency: Math.min(limits.concurrency, throttle.concurrency + 1) }
}

/**
 * What a route is trusted with after an outcome that is the route's: less at once and a back-off where it asks for it, one step up after
 * 20 successes. Of messages that were under way together, the first one's request counts.
 */
export const afterOutcome = (throttle: Throttle, signal: RouteSignal, state: RouteState): Throttle => {
  const { inFlight, now } = state
  if (signal.asks === "accepted") return afterSuccess(throttle, state)
  if (!asksToWait(signal) || now < throttle.backOffUntil) return throttle
  const length = backOffLength(signal, throttle.lastBackOff)
  // A route without a limit of its own had as many as were under way. One that refused us gets one at a time, each a probe, until it has proved itself.
  const concurrency = signal.asks === "refuses_us" ? 1 : Math.max(1, Math.floor(Math.min(throttle.concurrency, inFlight) / 2))
  return { concurrency, backOffUntil: now + length, lastBackOff: length, isDaily: signal.isDaily, successes: 0 }
}
