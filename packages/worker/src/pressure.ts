import { performance } from "node:perf_hooks"

export interface Pressure {
  /** Takes note of whether more messages are due than are in flight. */
  readonly note: (mailWaits: boolean) => void
  /** True if messages wait and the processor is busy: any other work would delay them. */
  readonly isHigh: () => boolean
}

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

export const makePressure = (utilization: () => number = makeUtilization()): Pressure => {
  let waits = false
  return {
    note: (mailWaits) => {
      waits = mailWaits
    },
    isHigh: () => waits && utilization() >= highUtilization
  }
}
