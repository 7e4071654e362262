import { parseArgs } from "node:util"
import { type MailName, mailNames } from "./mails.js"

/** What is measured. */
export const measureNames = [
  "throughput",
  "latency",
  "embedded",
  "drain",
  "idle",
  "memory"
] as const
export type MeasureName = (typeof measureNames)[number]

export interface Options {
  readonly variants: ReadonlyArray<string>
  readonly mails: ReadonlyArray<MailName>
  readonly measures: ReadonlyArray<MeasureName>
  readonly rounds: number
  /**
   * Plain messages of one measurement of throughput; of other mails there are as many as take about
   * as long.
   */
  readonly messages: number
  /** Sends a second, of each measurement of latency, and for how many seconds. */
  readonly rates: ReadonlyArray<number>
  readonly seconds: number
  /** Mails a second that a host sends from its own process. */
  readonly embeddedRates: ReadonlyArray<number>
  /** Messages of the backlog that is drained. */
  readonly backlog: number
  /** Messages that are queued when memory is measured. */
  readonly queued: number
  /** For how long an idle service is looked at, and one with a queue left alone, in seconds. */
  readonly idle: number
}

const whole = {
  rounds: 3,
  messages: 4000,
  rates: [50, 300, 600],
  seconds: 8,
  embeddedRates: [10, 100],
  backlog: 20_000,
  queued: 30_000,
  idle: 20
}

/** Shows that it works, not how fast. */
const quick = {
  rounds: 1,
  messages: 200,
  rates: [50],
  seconds: 2,
  embeddedRates: [100],
  backlog: 500,
  queued: 500,
  idle: 2
}

const flags = {
  quick: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
  only: { type: "string" },
  rounds: { type: "string" },
  messages: { type: "string" },
  rates: { type: "string" },
  seconds: { type: "string" },
  backlog: { type: "string" },
  queued: { type: "string" },
  idle: { type: "string" }
} as const

/** What is chosen of all that can be measured. */
interface Chosen {
  readonly variants: ReadonlyArray<string>
  readonly mails: ReadonlyArray<MailName>
  readonly measures: ReadonlyArray<MeasureName>
}

/**
 * Names of measures, mails and variants limit what is measured to them; of a kind that isn't named,
 * all is. A kind of mail is one of throughput.
 */
const chosenBy = (
  text: string,
  variants: ReadonlyArray<string>,
  byDefault: ReadonlyArray<string>
): Chosen => {
  const given = text.split(",")
  const known = [...measureNames, ...mailNames, ...variants]
  const unknown = given.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Error(
      `--only takes ${known.join(", ")}, with commas between them; there is no "${unknown}".`
    )
  const among = <Name extends string>(names: ReadonlyArray<Name>): ReadonlyArray<Name> =>
    names.filter((name) => given.includes(name))
  const mails = among(mailNames)
  const measures = measureNames.filter(
    (name) => given.includes(name) || (name === "throughput" && mails.length > 0)
  )
  const named = among(variants)
  return {
    variants: named.length === 0 ? byDefault : named,
    mails: mails.length === 0 ? mailNames : mails,
    measures: measures.length === 0 ? measureNames : measures
  }
}

const numberOf = (flag: string, text: string | undefined, byDefault: number): number => {
  if (text === undefined) return byDefault
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${flag} takes a whole number, 1 or more.`)
  return Number(text)
}

/**
 * What to measure, by the arguments of the command line; undefined if they ask for help. `usual`
 * are the variants that are measured if none are named.
 */
export const optionsOf = (
  args: ReadonlyArray<string>,
  variants: ReadonlyArray<string>,
  usual = variants
): Options | undefined => {
  const { values } = parseArgs({ args: [...args], options: flags })
  if (values.help) return undefined
  const byDefault = values.quick ? quick : whole
  const usualVariants = values.quick
    ? usual.filter((name) => ["sqlite", "bullmq"].includes(name))
    : usual
  const chosen: Chosen =
    values.only === undefined
      ? { variants: usualVariants, mails: mailNames, measures: measureNames }
      : chosenBy(values.only, variants, usualVariants)
  return {
    ...chosen,
    rounds: numberOf("rounds", values.rounds, byDefault.rounds),
    messages: numberOf("messages", values.messages, byDefault.messages),
    rates:
      values.rates === undefined
        ? byDefault.rates
        : values.rates.split(",").map((rate) => numberOf("rates", rate, 0)),
    seconds: numberOf("seconds", values.seconds, byDefault.seconds),
    embeddedRates: byDefault.embeddedRates,
    backlog: numberOf("backlog", values.backlog, byDefault.backlog),
    queued: numberOf("queued", values.queued, byDefault.queued),
    idle: numberOf("idle", values.idle, byDefault.idle)
  }
}

/** What the command line takes. */
export const help = (variants: ReadonlyArray<string>): string => `\
Measures \`telemark serve\` from outside, beside Fastify, BullMQ, Redis and nodemailer.

  --quick              shows in two minutes that it works: few messages, one round
  --only=a,b           these alone, of what is measured: ${measureNames.join(", ")};
                       of kinds of mail, measured by throughput: ${mailNames.join(", ")};
                       of variants: ${variants.join(", ")}
  --rounds=${whole.rounds}           rounds, in which the variants take turns
  --messages=${whole.messages}      messages of one measurement of throughput
  --rates=${whole.rates.join(",")}   sends a second of the measurements of latency
  --seconds=${whole.seconds}          for how long they last
  --backlog=${whole.backlog}      messages of the backlog that is drained
  --queued=${whole.queued}       messages that are queued when memory is measured
  --idle=${whole.idle}            for how many seconds an idle service is looked at

MINUTES in the environment sets another limit to how long all of it may take.
`
