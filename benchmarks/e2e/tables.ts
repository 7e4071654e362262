import type { Latency, Throughput } from "@telemark-tools/load"
import { cell, markdownTable, middle, millisCell, ratioCell } from "./markdown.js"
import type { Embedded } from "./measureEmbedded.js"
import type { Drain } from "./measureDrain.js"
import type { Idle } from "./measureFootprint.js"

/** What the rounds gave for one variant, or for what it is compared with. */
export interface Row<A> {
  readonly title: string
  readonly rounds: ReadonlyArray<A>
  /** What it is compared with, if that was measured. */
  readonly baseline?: ReadonlyArray<A> | undefined
}

const middleOf = <A>(rounds: ReadonlyArray<A>, of: (one: A) => number): number =>
  middle(rounds.map(of))
const sumOf = <A>(rounds: ReadonlyArray<A>, of: (one: A) => number): number =>
  rounds.reduce((sum, one) => sum + of(one), 0)

const ratio = <A>({ baseline, rounds }: Row<A>, of: (one: A) => number): string =>
  baseline === undefined ? "–" : ratioCell(middleOf(rounds, of), middleOf(baseline, of))

export const throughputTable = (rows: ReadonlyArray<Row<Throughput>>): string =>
  markdownTable(
    [
      "",
      "End to end /s",
      "Against what it is compared with",
      "Accepted /s",
      "Drain /s",
      "Processor time a message, µs",
      "Answer p50 / p99, ms",
      "Missing"
    ],
    rows.map((row) => {
      const of = (key: keyof Throughput): number => middleOf(row.rounds, (one) => one[key])
      return [
        row.title,
        cell(of("endToEnd")),
        ratio(row, (one) => one.endToEnd),
        cell(of("accepted")),
        cell(of("drained")),
        cell(of("cpu")),
        `${millisCell(of("answerP50"))} / ${millisCell(of("answerP99"))}`,
        cell(sumOf(row.rounds, (one) => one.missing))
      ]
    })
  )

export const latencyTable = (rows: ReadonlyArray<Row<Latency>>): string =>
  markdownTable(
    ["", "Answer p50 / p99", "To DATA p50 / p99", "Load late p99", "Missing"],
    rows.map(({ rounds, title }) => {
      const of = (key: keyof Latency): number => middleOf(rounds, (one) => one[key])
      return [
        title,
        `${millisCell(of("answerP50"))} / ${millisCell(of("answerP99"))}`,
        `${millisCell(of("dataP50"))} / ${millisCell(of("dataP99"))}`,
        millisCell(of("latenessP99")),
        cell(sumOf(rounds, (one) => one.missing))
      ]
    })
  )

export const embeddedTable = (rows: ReadonlyArray<Row<Embedded>>): string =>
  markdownTable(
    ["", "Processor time a mail, ms", "Loop delay p99, ms", "Slowest send, ms", "Missing"],
    rows.map(({ rounds, title }) => [
      title,
      cell(
        middleOf(rounds, (one) => one.cpu),
        1
      ),
      millisCell(middleOf(rounds, (one) => one.loopDelay)),
      millisCell(middleOf(rounds, (one) => one.slowest)),
      cell(sumOf(rounds, (one) => one.missing))
    ])
  )

export const drainTable = (rows: ReadonlyArray<Row<Drain>>): string =>
  markdownTable(
    ["", "Messages /s", "Against nodemailer's pool", "Processor time a message, µs", "Missing"],
    rows.map((row) => [
      row.title,
      cell(middleOf(row.rounds, (one) => one.perSecond)),
      ratio(row, (one) => one.perSecond),
      cell(middleOf(row.rounds, (one) => one.cpu)),
      cell(sumOf(row.rounds, (one) => one.missing))
    ])
  )

/** What a variant takes at rest, and with a queue. */
export interface Footprint {
  readonly title: string
  readonly idle: ReadonlyArray<Idle>
  /** In MB. */
  readonly queued: ReadonlyArray<number>
}

export const footprintTable = (rows: ReadonlyArray<Footprint>, queued: number): string =>
  markdownTable(
    ["", "Idle: of one core", "Idle: MB", `MB with ${cell(queued)} queued`],
    rows.map(({ idle, queued: memory, title }) => [
      title,
      Number.isNaN(middleOf(idle, ({ cpu }) => cpu))
        ? "–"
        : `${cell(100 * middleOf(idle, ({ cpu }) => cpu), 1)} %`,
      cell(middleOf(idle, (one) => one.memory)),
      cell(middle(memory))
    ])
  )
