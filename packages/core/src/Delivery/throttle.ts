import { classify } from "./classify.js"
import type { Stage } from "../Replies/index.js"
import type { HandOver } from "./HandOver.js"

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
  /** Nothing is begun before. */
  readonly restsUntil: number
  /** How long the last rest was; the next is twice as long. 0 when all is well. */
  readonly lastRest: number
  /** Messages taken since the concurrency last changed. */
  readonly successes: number
}

/** What an outcome says of the route itself. */
export type RouteSignal = "accepted" | "slow_down" | "refuses_us" | "nothing"

const firstRest = 60_000
const longestRest = 15 * 60_000
const refusedRest = 5 * 60_000
const successesForMore = 20

export const freshThrottle = ({ concurrency }: RouteLimits): Throttle => ({ concurrency, restsUntil: 0, lastRest: 0, successes: 0 })

/** Words of 4.7.x replies that mean the rate; greylisting has the same codes, and is about one message. */
const speaksOfRate = /\b(?:rate|too (?:many|fast|much)|throttl\w*|slow down|limit(?:ed|s)?|quota|exceed\w*|unusual)\b/i
const isAboutUs = new Set<Stage>(["greeting", "tls", "auth"])

/** Reads what an outcome says of the route: 421 and replies about the rate ask for less (RFC 5321 3.8, RFC 3463 3.8). */
export const signalOf = (outcome: HandOver): RouteSignal => {
  switch (outcome._tag) {
    case "Accepted":
      return "accepted"
    case "Unsendable":
      return "nothing"
    case "Broken":
      return classify(outcome).verdict === "hop_refuses_us" ? "refuses_us" : "nothing"
    case "Refused": {
      const { reply, stage } = outcome
      // A login that is asked for later may be meant for one sender: then it says nothing of the others.
      if (isAboutUs.has(stage) && classify(outcome).verdict === "hop_refuses_us") return "refuses_us"
      const isRate = reply.code < 500 && reply.enhanced?.startsWith("4.7.") === true && speaksOfRate.test(reply.text)
      return reply.code === 421 || isRate ? "slow_down" : "nothing"
    }
  }
}

const rest = (concurrency: number, length: number, now: number): Throttle => ({
  concurrency: Math.max(1, Math.floor(concurrency)),
  restsUntil: now + length,
  lastRest: length,
  successes: 0
})

/** What was going on when an outcome came. */
export interface RouteState {
  readonly limits: RouteLimits
  /** Messages under way, the one it is about included. */
  readonly inFlight: number
  readonly now: number
}

const afterSuccess = (throttle: Throttle, { limits, now }: RouteState): Throttle => {
  const isWell = throttle.lastRest === 0 && throttle.concurrency >= limits.concurrency
  // Begun before the rest, it says nothing about the time after it.
  if (isWell || now < throttle.restsUntil) return throttle
  if (throttle.successes + 1 < successesForMore) return { ...throttle, successes: throttle.successes + 1 }
  const concurrency = throttle.concurrency + 1
  return { concurrency: Math.min(limits.concurrency, concurrency), restsUntil: 0, lastRest: 0, successes: 0 }
}

/**
 * What a route is trusted with after an outcome: less at once and a rest where it asks for it, one step up after 20
 * successes. Of messages that were under way together, the first one's request counts.
 */
export const afterOutcome = (throttle: Throttle, signal: RouteSignal, state: RouteState): Throttle => {
  const { inFlight, now } = state
  const isResting = now < throttle.restsUntil
  switch (signal) {
    case "nothing":
      return throttle
    case "accepted":
      return afterSuccess(throttle, state)
    case "slow_down":
      // A route without a limit of its own had as many as were under way.
      return isResting ? throttle : rest(
        Math.min(throttle.concurrency, inFlight) / 2,
        throttle.lastRest === 0 ? firstRest : Math.min(2 * throttle.lastRest, longestRest),
        now
      )
    case "refuses_us":
      // Then one at a time, each of them a probe, until it has proved itself.
      return isResting ? throttle : rest(1, refusedRest, now)
  }
}
