import type { Latency, Sink, Throughput } from "@telemark-tools/load"
import { type MailName, mailNames, mails, sendsOf } from "./mails.js"
import { measureMail } from "./measureMail.js"
import { measurePlainLatency } from "./measurePlainLatency.js"
import type { Options } from "./options.js"
import type { Variant } from "./service.js"

/** What one running service showed in one round. */
export interface Round {
  readonly throughput: ReadonlyMap<MailName, Throughput>
  /** By sends a second. */
  readonly latency: ReadonlyMap<number, Latency>
}

/** Messages with which a service gets warm. */
const warmUp = ({ messages }: Options): number => Math.min(500, messages)

const sendsOfRound = (options: Options): number => {
  const { mails: names, messages, rates, seconds } = options
  const ofMails = names.reduce((sum, name) => sum + sendsOf(mails[name], messages), 0)
  return warmUp(options) + ofMails + rates.reduce((sum, rate) => sum + rate * seconds, 0)
}

/** Starts a service, and measures it with all kinds of mail and at all rates. */
export const serveRound = async (
  variant: Variant,
  sink: Sink,
  options: Options
): Promise<Round> => {
  const measures = new Set(options.measures)
  const deployment = await variant.deploy({ smtpPort: sink.port, sends: sendsOfRound(options) })
  const service = await deployment.start("all")
  const throughput = new Map<MailName, Throughput>()
  const latency = new Map<number, Latency>()
  if (measures.has("throughput") || measures.has("latency"))
    await measureMail(service, sink, "html", warmUp(options))
  for (const rate of measures.has("latency") ? options.rates : [])
    latency.set(rate, await measurePlainLatency(service, sink, rate, options.seconds))
  // In this order: plain mail isn't to pay for templates and signing keys that are there.
  for (const name of measures.has("throughput")
    ? mailNames.filter((one) => options.mails.includes(one))
    : []) {
    await service.prepare(name)
    throughput.set(name, await measureMail(service, sink, name, options.messages))
  }
  await service.stop()
  await deployment.drop()
  return { throughput, latency }
}
