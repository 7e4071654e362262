import type { Sink } from "@telemark-tools/load"
import { inTurn } from "../src/report.js"
import { senderNames, senderTitles, type SenderName } from "./embedded/plan.js"
import { type Drain, measureDrain, measurePool } from "./measureDrain.js"
import { type Embedded, measureEmbedded } from "./measureEmbedded.js"
import { type Idle, measureIdle, measureQueued } from "./measureFootprint.js"
import type { Options } from "./options.js"
import { type Round, serveRound } from "./serveRound.js"
import { type VariantName, variants } from "./variants.js"

/** Beside what a backlog is drained. */
export const pool = "nodemailer's pool alone"

type Rounds<Name, A> = ReadonlyMap<Name, ReadonlyArray<A>>

/** What all rounds gave; empty where it wasn't asked for. */
export interface Results {
  readonly served: Rounds<VariantName, Round>
  /** By mails a second. */
  readonly embedded: ReadonlyMap<number, Rounds<SenderName, Embedded>>
  readonly drained: Rounds<VariantName | typeof pool, Drain>
  /** In the order of the variants. */
  readonly idle: ReadonlyArray<Idle>
  /** In MB. */
  readonly memory: Rounds<VariantName, number>
}

/** Of how many steps this consists: each says so when it begins. */
const countSteps = (
  { embeddedRates, measures, rounds }: Options,
  names: ReadonlyArray<VariantName>
): number => {
  const has = new Set(measures)
  return (
    (has.has("throughput") || has.has("latency") ? rounds * names.length : 0) +
    (has.has("embedded") ? rounds * embeddedRates.length * senderNames.length : 0) +
    (has.has("drain") ? rounds * (1 + names.length) : 0) +
    (has.has("memory") ? names.length : 0) +
    (has.has("idle") ? 1 : 0)
  )
}

/** Measures what is asked for, one after the other. `say` tells how far it is. */
export const measureAll = async (
  options: Options,
  names: ReadonlyArray<VariantName>,
  sink: Sink,
  say: (text: string) => void
): Promise<Results> => {
  const { backlog, embeddedRates, queued, rounds, seconds } = options
  const has = new Set(options.measures)
  const steps = countSteps(options, names)
  let step = 0
  const begin = (text: string): void => {
    say(`${++step} of ${steps}: ${text}`)
  }

  const served =
    has.has("throughput") || has.has("latency")
      ? await inTurn(rounds, names, (name) => {
          begin(`throughput and latency of ${name}`)
          return serveRound(variants[name], sink, options)
        })
      : new Map<VariantName, ReadonlyArray<Round>>()

  const embedded = new Map<number, Rounds<SenderName, Embedded>>()
  for (const rate of has.has("embedded") ? embeddedRates : []) {
    const measured = await inTurn(rounds, senderNames, (name) => {
      begin(`${rate} mails a second: ${senderTitles[name]}`)
      return measureEmbedded(name, sink, rate, seconds)
    })
    embedded.set(rate, measured)
  }

  const candidates: ReadonlyArray<VariantName | typeof pool> = [pool, ...names]
  const drained = await inTurn(rounds, has.has("drain") ? candidates : [], (name) => {
    begin(`a backlog through ${name}`)
    return name === pool ? measurePool(sink, backlog) : measureDrain(variants[name], sink, backlog)
  })

  const memory = await inTurn(1, has.has("memory") ? names : [], (name) => {
    begin(`memory with a queue of ${name}`)
    return measureQueued(variants[name], queued, options.idle)
  })

  if (has.has("idle")) begin(`all of them at rest`)
  const idle = has.has("idle")
    ? await measureIdle(
        names.map((name) => variants[name]),
        options.idle
      )
    : []
  return { served, embedded, drained, idle, memory }
}
