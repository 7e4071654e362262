import { setTimeout as pause } from "node:timers/promises"
import { closedLoop, type Extent, type Service } from "./load.js"
import { cpuOfTrees } from "./processes.js"
import { quantile } from "./quantiles.js"
import type { Sink } from "./sink.js"
import type { Taken } from "./sinkProtocol.js"

/** How fast mail goes through a service. Rates are messages a second, times milliseconds. */
export interface Throughput {
  /** From the first request to the last message at the SMTP server. */
  readonly endToEnd: number
  readonly accepted: number
  /** After the last request was answered; NaN if hardly anything was left then. */
  readonly drained: number
  /**
   * Processor time of all of the service's processes for a message, in microseconds, from its
   * request to its recorded outcome.
   */
  readonly cpu: number
  readonly answerP50: number
  readonly answerP99: number
  /** Messages that were refused, didn't arrive or weren't recorded. */
  readonly missing: number
}

/** Outcomes are recorded soon after the SMTP server's answer; nothing else happens by then. */
const toRecord = 500

/** How long to wait for so many messages, however slow the service is. */
export const timeoutFor = (messages: number): number => 30_000 + 25 * messages

/** Sends, as many and as long as the extent says. */
export interface Load extends Extent {
  readonly bodyOf: (run: number, send: number) => Buffer
  /** Of each send. */
  readonly recipients: number
  readonly connections: number
}

/** Sends as fast as it is answered, and waits until all is delivered. */
export const measureThroughput = async (
  service: Service,
  sink: Sink,
  { bodyOf, connections, recipients, ...extent }: Load
): Promise<{ readonly throughput: Throughput; readonly taken: Taken }> => {
  const run = await sink.begin()
  const recordedBefore = (await service.recorded?.()) ?? 0

  const cpuBefore = await cpuOfTrees(service.pids)
  const { answers, began, ended, refused } = await closedLoop(
    service,
    (send) => bodyOf(run, send),
    extent,
    Math.min(connections, extent.sends ?? Infinity)
  )
  const expected = answers.length * recipients
  const then = await sink.taken(0, 0)
  const taken = await sink.taken(expected - refused * recipients, timeoutFor(expected))
  await pause(toRecord)
  const cpu = (await cpuOfTrees(service.pids)) - cpuBefore

  const recorded =
    service.recorded === undefined ? taken.count : (await service.recorded()) - recordedBefore
  const left = taken.count - then.count
  const throughput = {
    endToEnd: (taken.count * 1000) / (Math.max(taken.last, ended) - began),
    accepted: ((answers.length - refused) * recipients * 1000) / (ended - began),
    drained: left < expected / 10 ? NaN : (left * 1000) / (taken.last - ended),
    cpu: (cpu * 1000) / taken.count,
    answerP50: quantile(answers, 0.5),
    answerP99: quantile(answers, 0.99),
    missing: expected - Math.min(taken.count, recorded)
  }
  return { throughput, taken }
}
