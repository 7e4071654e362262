import type { ConnectionLimit } from "../backOffs/BackOff.js"
import { asksToWait, backOffLength, type RouteSignal } from "./RouteSignal.js"

/** Microsoft 365 accepts 30 messages a minute over at most 3 connections per login. */
const microsoft: RouteLimits = { concurrency: 3, interval: 2000 }

/** Microsoft's hosts: worldwide, US government, and China. */
const microsoftHost = /(?:^|\.)(?:office365\.(?:com|us)|outlook\.(?:com|cn))\.?$/i

const usual: RouteLimits = { concurrency: 5, interval: 0 }

/** The limits of a tenant's own server: few connections, since it serves one tenant. */
export const ownServerLimits = (host: string): RouteLimits =>
  microsoftHost.test(host) ? microsoft : usual

/** The upper limits of a route. */
export interface RouteLimits {
  readonly concurrency: number
  /** Milliseconds between the starts of two messages; 0 if only the concurrency counts. */
  readonly interval: number
}

/** The current limits of a route. Times are epoch milliseconds. */
export interface Throttle {
  /** Concurrent messages, at least 1. */
  readonly concurrency: number
  readonly backOffUntil: number
  /**
   * The length of the last back-off; the next is twice as long. 0 if the route has recovered: 20
   * messages were accepted since.
   */
  readonly lastBackOff: number
  readonly isDaily: boolean
  /** Messages accepted since the concurrency last changed. */
  readonly successes: number
  /** Until then the concurrency stays: the server took no more connections than that. */
  readonly fullUntil: number
}

const successesForMore = 20

/** How long a number of connections holds that was found, in milliseconds. */
const untilOneMore = 5 * 60_000

export const freshThrottle = ({ concurrency }: RouteLimits): Throttle => ({
  concurrency,
  backOffUntil: 0,
  lastBackOff: 0,
  isDaily: false,
  successes: 0,
  fullUntil: 0
})

/** The throttle of a route at first; `known`: how many connections its server was found to take. */
export const firstThrottle = (
  limits: RouteLimits,
  known: Pick<ConnectionLimit, "connections" | "refused_at"> | undefined
): Throttle =>
  known === undefined
    ? freshThrottle(limits)
    : {
        ...freshThrottle(limits),
        concurrency: Math.min(limits.concurrency, known.connections),
        fullUntil: known.refused_at + untilOneMore
      }

/** The state of a route when an outcome came. */
export interface RouteState {
  readonly limits: RouteLimits
  /** Messages in flight, including the one with the outcome. */
  readonly inFlight: number
  readonly now: number
}

const afterSuccess = (throttle: Throttle, { limits, now }: RouteState): Throttle => {
  const isWell = throttle.lastBackOff === 0 && throttle.concurrency >= limits.concurrency
  // A message that began before the back-off says nothing about the time after it.
  if (isWell || now < throttle.backOffUntil || now < throttle.fullUntil) return throttle
  if (throttle.successes + 1 < successesForMore)
    return { ...throttle, successes: throttle.successes + 1 }
  return {
    ...freshThrottle(limits),
    concurrency: Math.min(limits.concurrency, throttle.concurrency + 1)
  }
}

/**
 * Whether a request for less is only about one connection too many: others are open, which go on. A
 * server that refuses all has closed them one by one before the last one asks it to back off.
 */
const isOneTooMany = ({ asks, isDaily }: RouteSignal, { inFlight }: RouteState): boolean =>
  asks === "fewer_connections" && !isDaily && inFlight > 1

/**
 * The throttle after an outcome that concerns the route: less concurrency and a back-off if the
 * server asks for it, one step up after 20 successes. If several concurrent messages are asked to
 * wait, only the first request counts. If the server refuses one connection beside others, these
 * are as many as it takes: one more is tried after five minutes.
 */
export const afterOutcome = (
  throttle: Throttle,
  signal: RouteSignal,
  state: RouteState
): Throttle => {
  const { inFlight, now } = state
  if (signal.asks === "accepted") return afterSuccess(throttle, state)
  if (!asksToWait(signal) || now < throttle.backOffUntil) return throttle
  if (isOneTooMany(signal, state))
    return {
      ...throttle,
      concurrency: Math.max(1, Math.min(throttle.concurrency, inFlight) - 1),
      successes: 0,
      fullUntil: now + untilOneMore
    }
  const length = backOffLength(signal, throttle.lastBackOff)
  // `inFlight` counts, since a route may have no limit. A route that refused us continues with one
  // message at a time, each a probe, until 20 were accepted.
  const concurrency =
    signal.asks === "refuses_us"
      ? 1
      : Math.max(1, Math.floor(Math.min(throttle.concurrency, inFlight) / 2))
  return {
    concurrency,
    backOffUntil: now + length,
    lastBackOff: length,
    isDaily: signal.isDaily,
    successes: 0,
    fullUntil: throttle.fullUntil
  }
}
