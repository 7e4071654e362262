import { withJitter } from "../../kernel/backOff.js"

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The retry schedule, in milliseconds: eight attempts over 27 h and 35 min. */
export const webhookRetryDelays: ReadonlyArray<number> = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour
]

/** The share of a wait by which jitter may lengthen or shorten it. */
const jitter = 0.1

/**
 * When an event is retried after this many attempts, in epoch milliseconds; undefined if that was
 * the last. `random` is from 0 to 1.
 */
export const nextWebhookAttempt = (
  attempts: number,
  now: number,
  random: number
): number | undefined => {
  const wait = webhookRetryDelays[attempts - 1]
  return wait === undefined ? undefined : now + withJitter(wait, jitter, random)
}

/** When an event is retried after a fault of our own, in epoch milliseconds. */
export const nextAfterOwnFault = (now: number, random: number): number =>
  now + withJitter(minute, jitter, random)

/** An endpoint that has only failed for this long is deactivated, in milliseconds. */
export const failingLimit = 5 * 24 * hour
