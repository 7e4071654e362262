/**
 * Passing events on takes at most this part of the process's time. With much traffic and many
 * viewers, events are late instead of mail: those of a pause are passed on together.
 */
const maxShare = 0.04

const maxPause = 5_000

/** How long to wait after a round whose cost was so many milliseconds, in milliseconds. */
export const pauseAfterRound = (cost: number, interval: number): number =>
  Math.min(maxPause, Math.max(interval, cost / maxShare - cost))

/**
 * How long to wait after each round, by how long passing on took; 0 without events. What counts is
 * the less of the last two rounds with events: other work in the same turn, such as a burst of
 * sends, is seen in one of them as a rule, and the news of that burst would be late for it.
 */
export const makePauses = (interval: number): ((spent: number) => number) => {
  let before = 0
  return (spent) => {
    if (spent === 0) return interval
    const cost = Math.min(spent, before)
    before = spent
    return pauseAfterRound(cost, interval)
  }
}
