import type { Repeat } from "../calls/Call.js"
import { pauseAfter } from "../calls/repeat.js"
import { pauseFor, type Timers } from "./timers.js"

export const repeated = async <A>(
  timers: Timers,
  options: {
    readonly retries: number
    readonly repeat: Repeat
    readonly signal: AbortSignal | undefined
  },
  attempt: () => Promise<A>
): Promise<A> => {
  const { signal, ...rules } = options
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      // The signal may also abort between the failure and this point.
      signal?.throwIfAborted()
      const pause = pauseAfter({ ...rules, attempts, error, random: timers.random() })
      if (pause === undefined) throw error
      await pauseFor(timers, pause, signal)
    }
  }
}
