/**
 * How fast sends are accepted, against bare servers that write the same durably, on each database.
 */
import { cpuOf, median } from "@telemark-tools/load"
import { load, type Target } from "./accept/load.js"
import { type Child, startChild } from "./child.js"
import { chosenDatabases, type DatabaseName, freshDatabase } from "./databases.js"
import { benchmark } from "./lifetime.js"
import { inTurn, report } from "./report.js"

const rounds = Number(process.env["ROUNDS"] ?? 5)
const seconds = Number(process.env["SECONDS"] ?? 6)

interface Candidate {
  readonly name: string
  readonly file: string
  readonly args: ReadonlyArray<string>
}

interface Round {
  readonly perSecond: number
  /** Milliseconds of processor time that the server spent on a send. */
  readonly cpu: number
}

/** The first of each is the baseline. */
const candidates: Readonly<Record<DatabaseName, ReadonlyArray<Candidate>>> = {
  sqlite: [
    {
      name: "node:http + better-sqlite3, a transaction for each",
      file: "./accept/baselineSqlite.ts",
      args: []
    },
    { name: "telemark over HTTP", file: "./accept/telemark.ts", args: [] }
  ],
  postgres: [
    {
      name: "node:http + pg, a transaction for each",
      file: "./accept/baselinePostgres.ts",
      args: ["single"]
    },
    {
      name: "node:http + pg, grouped by unnest",
      file: "./accept/baselinePostgres.ts",
      args: ["grouped"]
    },
    { name: "telemark over HTTP", file: "./accept/telemark.ts", args: [] }
  ]
}

const durable: Readonly<Record<DatabaseName, string>> = {
  sqlite: "SQLite with synchronous = FULL",
  postgres: "Postgres with fsync, 10 connections, its processes on both cores"
}

await benchmark(20, async () => {
  const names = chosenDatabases()
  const all = names.flatMap((name) =>
    candidates[name].map((candidate) => ({ database: name, ...candidate }))
  )
  const servers = new Map<(typeof all)[number], Child>()
  for (const candidate of all) {
    const { url } = await freshDatabase(candidate.database)
    servers.set(candidate, await startChild(candidate.file, [url, ...candidate.args], { core: 0 }))
  }
  const measure = async (candidate: (typeof all)[number]): Promise<Round> => {
    const server = servers.get(candidate)
    if (server === undefined) throw new Error(`There is no ${candidate.name}.`)
    const before = await cpuOf(server.pid)
    const perSecond = await load(JSON.parse(server.firstLine) as Target, seconds)
    return { perSecond, cpu: ((await cpuOf(server.pid)) - before) / (perSecond * seconds) }
  }

  for (const candidate of all) await measure(candidate)
  const results = await inTurn(rounds, all, measure)
  for (const name of names) {
    const [baseline, ...others] = all
      .filter(({ database }) => database === name)
      .map((candidate) => {
        const measured = results.get(candidate) ?? []
        const cpu = (1000 * median(measured.map((round) => round.cpu))).toFixed(0)
        return {
          name: candidate.name,
          perSecond: measured.map((round) => round.perSecond),
          note: `${cpu} µs of its processor a send`
        }
      })
    if (baseline === undefined) continue
    report(
      `accept: 50 connections, one recipient, 10 kB html, ${durable[name]}; ${rounds} rounds of ${seconds} s`,
      "sends/s",
      baseline,
      others
    )
  }
})
