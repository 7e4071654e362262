import { openLoop, type Service } from "./load.js"
import { timeoutFor } from "./measureThroughput.js"
import { quantile } from "./quantiles.js"
import type { Sink } from "./sink.js"

/**
 * How long things take at a fixed rate of sends, in milliseconds from the instant at which each was
 * due.
 */
export interface Latency {
  readonly answerP50: number
  readonly answerP99: number
  /** To the command DATA at the SMTP server. */
  readonly dataP50: number
  readonly dataP99: number
  /** How late the load itself was, which is part of all others. */
  readonly latenessP99: number
  readonly missing: number
}

/** Makes these sends at this rate for so long, and waits until all is delivered. */
export const measureLatency = async (
  service: Service,
  sink: Sink,
  bodyOf: (run: number, send: number) => Buffer,
  rate: number,
  seconds: number
): Promise<Latency> => {
  const sends = Math.max(1, Math.round(rate * seconds))
  const run = await sink.begin()
  const { answers, dueAt, lateness, refused } = await openLoop(
    service,
    (send) => bodyOf(run, send),
    sends,
    rate
  )
  await sink.taken(sends - refused, timeoutFor(sends))
  const offered = [...(await sink.arrivals())].map(([send, at]) => at - dueAt(send))
  return {
    answerP50: quantile(answers, 0.5),
    answerP99: quantile(answers, 0.99),
    dataP50: quantile(offered, 0.5),
    dataP99: quantile(offered, 0.99),
    latenessP99: quantile(lateness, 0.99),
    missing: sends - offered.length
  }
}
