const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** What is waited between one attempt and the next: eight attempts over 27 h and 35 min. */
export const webhookWaits: ReadonlyArray<number> = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/** By how much a wait is longer or shorter: what failed together isn't tried together again. */
const jitter = 0.1

const spread = (wait: number, random: number): number => Math.round(wait * (1 + jitter * (2 * random - 1)))

/**
 * When an event is tried again after so many attempts at an endpoint; undefined if that was the last. `random` is from 0 to 1.
 * An instant in epoch milliseconds.
 */
export const nextWebhookAttempt = (attempts: number, now: number, random: number): number | undefined => {
  const wait = webhookWaits[attempts - 1]
  return wait === undefined ? undefined : now + spread(wait, random)
}

/** When an event is tried again after a fault of our own. An instant in epoch milliseconds. */
export const nextAfterOwnFault = (now: number, random: number): number => now + spread(minute, random)

/** An endpoint of which nothing but failures came for so long is made inactive. */
export const failingLimit = 5 * 24 * hour
