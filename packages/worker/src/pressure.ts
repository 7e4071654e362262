import { performance } from "node:perf_hooks"

/** Fraction of the time. Waiting for slow servers leaves the thread idle for longer. */
const highUtilization = 0.9

/** In milliseconds; a shorter measurement is noise. */
const minMeasuredMillis = 100

const makeUtilization = () => {
  let [from, at, utilization] = [performance.eventLoopUtilization(), performance.now(), 0]
  return (): number => {
    if (performance.now() - at >= minMeasuredMillis) {
      const now = performance.eventLoopUtilization()
      utilization = performance.eventLoopUtilization(now, from).utilization
      ;[from, at] = [now, performance.now()]
    }
    return utilization
  }
}

export const makePressure = (utilization: () => number = makeUtilization()) => {
  let waits = false
  return {
    /** Whether more messages are due than are in flight. */
    note: (mailWaits: boolean): void => {
      waits = mailWaits
    },
    mailWaits: (): boolean => waits,
    /** Messages wait and the processor is busy: any other work would delay them. */
    isHigh: (): boolean => waits && utilization() >= highUtilization
  }
}

/** In milliseconds. A longer round waits for others, not for the processor. */
export const maxRound = 250

const pausePerRound = 5

/**
 * Messages go first: while they wait, a round of other work is followed by a pause of five times as
 * long, so that the others get a sixth of the time, and no less. In milliseconds.
 */
export const pauseAfter = (round: number): number => pausePerRound * Math.min(maxRound, round)
