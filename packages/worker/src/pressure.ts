import { performance } from "node:perf_hooks"

/** Whether mail waits for this process. */
export interface Pressure {
  /** Says whether there is more mail than has been begun. */
  readonly note: (mailWaits: boolean) => void
  /** More mail is due than has been begun, and the processor has no time to spare: whatever else is done now, mail waits for it. */
  readonly isHigh: () => boolean
}

/** Of the time. Mail that waits for slow servers leaves more. */
const highUtilization = 0.9

/** Shorter looks say little, in milliseconds. */
const shortestLook = 100

/** How much of the time this thread has been busy lately, from 0 to 1. */
const makeUtilization = () => {
  let [from, at, utilization] = [performance.eventLoopUtilization(), performance.now(), 0]
  return (): number => {
    if (performance.now() - at >= shortestLook) {
      const now = performance.eventLoopUtilization()
      utilization = performance.eventLoopUtilization(now, from).utilization
      ;[from, at] = [now, performance.now()]
    }
    return utilization
  }
}

export const makePressure = (utilization: () => number = makeUtilization()): Pressure => {
  let waits = false
  return {
    note: (mailWaits) => {
      waits = mailWaits
    },
    isHigh: () => waits && utilization() >= highUtilization
  }
}
