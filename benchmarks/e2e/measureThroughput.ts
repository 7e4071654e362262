import { setTimeout as pause } from "node:timers/promises"
import { cpuOfTrees } from "../src/processes.js"
import { quantile } from "../src/report.js"
import { closedLoop } from "./load.js"
import { bodiesOf, type MailName, mails, sendsOf } from "./mails.js"
import type { Service } from "./service.js"
import type { Sink } from "./sink.js"

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

/** Sends a mail that wouldn't be what it is called: measuring it would be worth nothing. */
const requireMail = (
  name: MailName,
  { head, octets }: { readonly head: string; readonly octets: number }
): void => {
  const isSigned = /^dkim-signature:/im.test(head)
  if (octets < mails[name].minOctets)
    throw new Error(`The mail "${name}" arrived with ${octets} octets, which isn't what it is.`)
  if (isSigned !== (name === "dkim"))
    throw new Error(`The mail "${name}" was ${isSigned ? "" : "not "}signed.`)
}

/** Sends about so many messages as fast as they are answered, and waits until all are delivered. */
export const measureThroughput = async (
  service: Service,
  sink: Sink,
  name: MailName,
  messages: number
): Promise<Throughput> => {
  const mail = mails[name]
  const sends = sendsOf(mail, messages)
  const expected = sends * mail.recipients
  const run = await sink.begin()
  const bodies = bodiesOf(mail)
  const recordedBefore = (await service.recorded?.()) ?? 0

  const cpuBefore = await cpuOfTrees(service.pids)
  const { answers, began, ended, refused } = await closedLoop(
    service,
    (send) => bodies(run, send),
    sends,
    Math.min(mail.connections, sends)
  )
  const then = await sink.taken(0, 0)
  const taken = await sink.taken(expected - refused * mail.recipients, timeoutFor(expected))
  await pause(toRecord)
  const cpu = (await cpuOfTrees(service.pids)) - cpuBefore

  const recorded =
    service.recorded === undefined ? taken.count : (await service.recorded()) - recordedBefore
  if (taken.count > 0) requireMail(name, taken)
  const left = taken.count - then.count
  return {
    endToEnd: (taken.count * 1000) / (Math.max(taken.last, ended) - began),
    accepted: ((sends - refused) * mail.recipients * 1000) / (ended - began),
    drained: left < expected / 10 ? NaN : (left * 1000) / (taken.last - ended),
    cpu: (cpu * 1000) / taken.count,
    answerP50: quantile(answers, 0.5),
    answerP99: quantile(answers, 0.99),
    missing: expected - Math.min(taken.count, recorded)
  }
}
