/**
 * A Redis as queue beside the database as queue, with one and with three workers: see
 * docs/queues.md.
 */
import type { Latency, Throughput } from "@telemark-tools/load"
import { chosenDatabases, type DatabaseName, titles } from "../src/databases.js"
import { benchmark } from "../src/lifetime.js"
import { inTurn, line } from "../src/report.js"
import { cell, markdownTable, middle, millisCell, ratioCell } from "./markdown.js"
import { measureMail } from "./measureMail.js"
import { measurePlainLatency } from "./measurePlainLatency.js"
import { requireRedis } from "./requireRedis.js"
import { startSinkProcess } from "./sink.js"
import { deployTelemark } from "./telemarkVariant.js"

const rounds = Number(process.env["ROUNDS"] ?? 3)
const messages = Number(process.env["MESSAGES"] ?? 4000)
/** Sends a second, and for how many seconds. */
const [rate, seconds] = [50, Number(process.env["SECONDS"] ?? 6)] as const
const warmUp = Math.min(500, messages)

interface Candidate {
  readonly database: DatabaseName
  readonly workers: number
  readonly queue: "database" | "redis"
}

interface Measured {
  readonly throughput: Throughput
  readonly latency: Latency
}

const candidates: ReadonlyArray<Candidate> = chosenDatabases().flatMap((database) =>
  [1, 3].flatMap((workers) =>
    (["database", "redis"] as const).map((queue) => ({ database, workers, queue }))
  )
)

const titleOf = ({ database, queue, workers }: Candidate): string =>
  `${titles[database]}, ${String(workers)} ${workers === 1 ? "worker" : "workers"}, ${queue === "redis" ? "Redis" : "the database"} as queue`

await requireRedis()
await benchmark(60, async () => {
  const sink = await startSinkProcess()
  const measured = await inTurn(rounds, candidates, async (candidate): Promise<Measured> => {
    // Standard output is the report.
    process.stderr.write(`${titleOf(candidate)}\n`)
    const { database, queue, workers } = candidate
    const deployment = await deployTelemark(database, { queue, workers })({
      smtpPort: sink.port,
      sends: warmUp + messages + rate * seconds
    })
    const service = await deployment.start("all")
    await measureMail(service, sink, "html", warmUp)
    const latency = await measurePlainLatency(service, sink, rate, seconds)
    const throughput = await measureMail(service, sink, "html", messages)
    await service.stop()
    await deployment.drop()
    return { latency, throughput }
  })

  const rows = candidates.map((candidate) => {
    const own = measured.get(candidate) ?? []
    const plain = candidates.find(
      (one) =>
        one.queue === "database" &&
        one.database === candidate.database &&
        one.workers === candidate.workers
    )
    const of = (pick: (one: Measured) => number, from = own): number => middle(from.map(pick))
    const speed = ({ throughput }: Measured): number => throughput.endToEnd
    return [
      titleOf(candidate),
      cell(of(speed)),
      plain === undefined ? "–" : ratioCell(of(speed), of(speed, measured.get(plain) ?? [])),
      cell(of(({ throughput }) => throughput.cpu)),
      `${millisCell(of(({ latency }) => latency.dataP50))} / ${millisCell(of(({ latency }) => latency.dataP99))}`,
      cell(
        own.reduce((sum, { latency, throughput }) => sum + latency.missing + throughput.missing, 0)
      )
    ]
  })
  line(
    `Medians of ${String(rounds)} rounds, in which the candidates took turns; ${cell(messages)} messages of 10 kB, and ${String(rate)} a second for ${String(seconds)} s.\n`
  )
  line(
    markdownTable(
      [
        "",
        "End to end /s",
        "Against the database as queue",
        "Processor time a message, µs",
        `To DATA p50 / p99 at ${String(rate)} /s, ms`,
        "Missing"
      ],
      rows
    )
  )
})
