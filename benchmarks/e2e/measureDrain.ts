import { closedLoop, cpuOfTrees, type Sink, timeoutFor } from "@telemark-tools/load"
import { setTimeout as pause } from "node:timers/promises"
import { startChild } from "../src/child.js"
import { bodiesOf, type Mail, mails } from "./mails.js"
import type { Service, Variant } from "./service.js"

/** How fast a backlog is delivered. */
export interface Drain {
  /** Messages a second, from the first that arrives at the SMTP server to the last. */
  readonly perSecond: number
  /**
   * Processor time for a message in microseconds, that of starting included. NaN where it isn't
   * known.
   */
  readonly cpu: number
  readonly missing: number
}

/** Posts that many plain mails. */
export const fill = async (service: Service, run: number, messages: number): Promise<void> => {
  const mail: Mail = mails.html
  const bodies = bodiesOf(mail)
  const { refused } = await closedLoop(
    service,
    (send) => bodies(run, send),
    { sends: messages },
    mail.connections
  )
  if (refused > 0) throw new Error(`${refused} of ${messages} sends were not accepted.`)
}

/** Has mail accepted while nothing delivers, and then has it delivered. */
export const measureDrain = async (
  variant: Variant,
  sink: Sink,
  messages: number
): Promise<Drain> => {
  const deployment = await variant.deploy({ smtpPort: sink.port, sends: messages })
  const run = await sink.begin()
  const accepting = await deployment.start("accepting")
  await fill(accepting, run, messages)
  await accepting.stop()
  // What is left is its database and queue, if they are processes.
  const before = await cpuOfTrees(accepting.pids)
  const service = await deployment.start("all")
  const { count, first, last } = await sink.taken(messages, timeoutFor(messages))
  await pause(500)
  const cpu = (await cpuOfTrees(service.pids)) - (Number.isNaN(before) ? 0 : before)
  await service.stop()
  await deployment.drop()
  return {
    perSecond: (count * 1000) / (last - first),
    cpu: (cpu * 1000) / count,
    missing: messages - count
  }
}

/**
 * nodemailer's pool alone sending as many of the same mails, kept in memory: nothing is recorded.
 */
export const measurePool = async (sink: Sink, messages: number): Promise<Drain> => {
  const child = await startChild(
    "./deliver/nodemailer.ts",
    [String(sink.port), String(messages), "1"],
    { within: timeoutFor(messages) }
  )
  await child.stop()
  return { perSecond: Number(child.firstLine), cpu: NaN, missing: 0 }
}
