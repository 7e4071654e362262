import { line } from "../src/report.js"
import { senderNames, senderTitles } from "./embedded/plan.js"
import { mails } from "./mails.js"
import { cell } from "./markdown.js"
import { pool, type Results } from "./measureAll.js"
import type { Options } from "./options.js"
import type { Round } from "./serveRound.js"
import {
  drainTable,
  embeddedTable,
  footprintTable,
  latencyTable,
  type Row,
  throughputTable
} from "./tables.js"
import { baselineOf, type VariantName, variants } from "./variants.js"

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

const section = (title: string, table: string): void => {
  line(`\n### ${title}\n\n${table}`)
}

/** Prints the tables of what was asked for, in Markdown. */
export const printResults = (
  { backlog, mails: kinds, measures, queued, rates }: Options,
  names: ReadonlyArray<VariantName>,
  { drained, embedded, idle, memory, served }: Results
): void => {
  for (const name of measures.includes("throughput") ? kinds : [])
    section(
      mails[name].title,
      throughputTable(rowsOf(served, ({ throughput }) => throughput.get(name)))
    )
  for (const rate of measures.includes("latency") ? rates : [])
    section(
      `${rate} sends a second, open loop, 10 kB, ms`,
      latencyTable(rowsOf(served, ({ latency }) => latency.get(rate)))
    )
  for (const [rate, rounds] of embedded)
    section(
      `${rate} mails a second in a host's own process, one by one, 10 kB`,
      embeddedTable(
        senderNames.map((name) => ({ title: senderTitles[name], rounds: rounds.get(name) ?? [] }))
      )
    )
  if (drained.size > 0)
    section(
      `A backlog of ${cell(backlog)} messages of 10 kB`,
      drainTable(
        [...drained].map(([name, rounds]) => ({
          title: name === pool ? pool : variants[name].title,
          rounds,
          baseline: drained.get(pool)
        }))
      )
    )
  if (measures.includes("idle") || measures.includes("memory"))
    section(
      "At rest",
      footprintTable(
        names.map((name, index) => ({
          title: variants[name].title,
          idle: idle.slice(index, index + 1),
          queued: memory.get(name) ?? []
        })),
        queued
      )
    )
}
