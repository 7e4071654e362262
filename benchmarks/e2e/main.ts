/**
 * Telemark from outside, as users start it, beside what people write themselves: see the README.
 */
import { hasProc } from "@telemark-tools/load"
import { benchmark } from "../src/lifetime.js"
import { inTurn, line } from "../src/report.js"
import { mails } from "./mails.js"
import { cell } from "./markdown.js"
import { type Drain, measureDrain, measurePool } from "./measureDrain.js"
import { type Idle, measureIdle, measureQueued } from "./measureFootprint.js"
import { help, type Options, optionsOf } from "./options.js"
import { requireRedis } from "./requireRedis.js"
import { type Round, serveRound } from "./serveRound.js"
import { startSinkProcess } from "./sink.js"
import { drainTable, latencyTable, footprintTable, type Row, throughputTable } from "./tables.js"
import { baselineOf, usualVariants, type VariantName, variantNames, variants } from "./variants.js"

const pool = "nodemailer's pool alone"

/** Says on standard error what is being measured: standard output is the report. */
const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** The rows of a table, each with the rounds of what it is compared with. */
const rowsOf = <A>(
  rounds: ReadonlyMap<VariantName, ReadonlyArray<Round>>,
  pick: (round: Round) => A | undefined
): ReadonlyArray<Row<A>> => {
  const picked = (name: VariantName): ReadonlyArray<A> =>
    (rounds.get(name) ?? []).flatMap((round) => pick(round) ?? [])
  return [...rounds.keys()].map((name) => {
    const baseline = picked(baselineOf(name))
    return {
      title: variants[name].title,
      rounds: picked(name),
      baseline: baseline.length === 0 ? undefined : baseline
    }
  })
}

const run = async (options: Options, names: ReadonlyArray<VariantName>): Promise<void> => {
  const { backlog, measures, queued, rates, rounds } = options
  if (!(await hasProc())) line("There is no /proc here: processor times and memory are left out.")
  const sink = await startSinkProcess()

  const served = measures.some((name) => ["throughput", "latency"].includes(name))
    ? await inTurn(rounds, names, (name) => {
        say(`serving: ${name}`)
        return serveRound(variants[name], sink, options)
      })
    : new Map<VariantName, ReadonlyArray<Round>>()
  const drained: ReadonlyMap<VariantName | typeof pool, ReadonlyArray<Drain>> = measures.includes(
    "drain"
  )
    ? await inTurn(rounds, [pool, ...names] as const, (name: VariantName | typeof pool) => {
        say(`draining: ${name}`)
        return name === pool
          ? measurePool(sink, backlog)
          : measureDrain(variants[name], sink, backlog)
      })
    : new Map()
  const memory = measures.includes("memory")
    ? await inTurn(1, names, (name) => {
        say(`queueing: ${name}`)
        return measureQueued(variants[name], queued, options.idle)
      })
    : new Map<VariantName, ReadonlyArray<number>>()

  if (measures.includes("idle")) say(`idle: ${names.join(", ")}`)
  const idle: ReadonlyArray<Idle> = measures.includes("idle")
    ? await measureIdle(
        names.map((name) => variants[name]),
        options.idle
      )
    : []

  line(
    `Medians of ${rounds} ${rounds === 1 ? "round" : "rounds"}, in which the variants took turns.`
  )
  for (const name of measures.includes("throughput") ? options.mails : []) {
    line(
      `\n### ${mails[name].title}\n\n${throughputTable(rowsOf(served, ({ throughput }) => throughput.get(name)))}`
    )
  }
  for (const rate of measures.includes("latency") ? rates : []) {
    line(
      `\n### ${rate} sends a second, open loop, 10 kB, ms\n\n${latencyTable(rowsOf(served, ({ latency }) => latency.get(rate)))}`
    )
  }
  if (measures.includes("drain")) {
    const rows = [...drained].map(([name, of]) => ({
      title: name === pool ? pool : variants[name].title,
      rounds: of,
      baseline: drained.get(pool)
    }))
    line(`\n### A backlog of ${cell(backlog)} messages of 10 kB\n\n${drainTable(rows)}`)
  }
  if (measures.includes("idle") || measures.includes("memory")) {
    const rows = names.map((name, index) => ({
      title: variants[name].title,
      idle: idle.slice(index, index + 1),
      queued: memory.get(name) ?? []
    }))
    line(`\n### At rest\n\n${footprintTable(rows, queued)}`)
  }
}

/** What can't be measured is said before anything is. */
const readOptions = async (): Promise<Options | undefined> => {
  try {
    const options = optionsOf(process.argv.slice(2), variantNames, usualVariants)
    if (options?.variants.some((name) => name.startsWith("bullmq")) === true) await requireRedis()
    return options
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

const options = await readOptions()
if (options === undefined) line(help(variantNames))
else
  await benchmark(180, () =>
    run(
      options,
      variantNames.filter((name) => options.variants.includes(name))
    )
  )
