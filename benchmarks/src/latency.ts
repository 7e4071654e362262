/**
 * How long an answer takes, and a mail until it is offered to the next hop, at a fixed rate of
 * sends: an open loop.
 */
import { type Child, startChild } from "./child.js"
import { chosenDatabases, type DatabaseName, freshDatabase, titles } from "./databases.js"
import type { Latencies, Run, Times } from "./latency/run.js"
import { benchmark } from "./lifetime.js"
import { inTurn, line, median, millis, table } from "./report.js"
import { makeKeys, serve, work } from "./telemark.js"

const rounds = Number(process.env["ROUNDS"] ?? 3)
const seconds = Number(process.env["SECONDS"] ?? 10)
const rate = Number(process.env["RATE"] ?? 500)
const warmUp = 5

interface Candidate {
  readonly database: DatabaseName
  readonly processes: 1 | 2
}

const candidates: ReadonlyArray<Candidate> = [
  { database: "sqlite", processes: 1 },
  { database: "sqlite", processes: 2 },
  { database: "postgres", processes: 1 },
  { database: "postgres", processes: 2 }
]

const start = async (
  { database: name, processes }: Candidate,
  smtpPort: number
): Promise<Pick<Run, "url" | "keys">> => {
  const { url: database } = await freshDatabase(name)
  const settings = { database, smtpPort }
  const server = await serve(settings, ...(processes === 1 ? [] : ["--no-worker"]))
  if (processes === 2) await work(settings)
  // With as much again to spare: a key may make 10,000 sends a minute.
  const keys = await makeKeys(server, Math.max(1, Math.ceil((2 * rate * 60) / 10_000)))
  return { url: server.url, keys }
}

const ask = async (load: Child, run: Run): Promise<Latencies> =>
  JSON.parse(await load.ask(JSON.stringify(run), 1000 * run.seconds + 40_000)) as Latencies

await benchmark(15, async () => {
  const chosen = candidates.filter(({ database }) => chosenDatabases().includes(database))
  const load = await startChild("./latency/load.ts")
  const targets = new Map<Candidate, Pick<Run, "url" | "keys">>()
  for (const candidate of chosen)
    targets.set(candidate, await start(candidate, Number(load.firstLine)))
  const measure =
    (length: number) =>
    (candidate: Candidate): Promise<Latencies> =>
      ask(load, { url: "", keys: [], ...targets.get(candidate), rate, seconds: length })

  for (const candidate of chosen) await measure(warmUp)(candidate)
  const results = await inTurn(rounds, chosen, measure(seconds))

  line(
    `\nlatency: ${rate} sends/s in an open loop, 10 kB html, nothing pinned; medians of ${rounds} rounds of ${seconds} s, in ms`
  )
  table([
    ["", "answer p50", "p99", "to DATA p50", "p99", "load late p50", "p99", "refused", "missing"],
    ...chosen.map((candidate) => {
      const all = results.get(candidate) ?? []
      const times = (key: "answer" | "data" | "lateness"): ReadonlyArray<string> =>
        (["p50", "p99"] satisfies ReadonlyArray<keyof Times>).map((share) =>
          millis(median(all.map((one) => one[key][share])))
        )
      const sum = (key: "refused" | "missing"): string =>
        String(all.reduce((total, one) => total + one[key], 0))
      const name = `${titles[candidate.database]}, ${candidate.processes === 1 ? "one process" : "serve and worker"}`
      return [
        name,
        ...times("answer"),
        ...times("data"),
        ...times("lateness"),
        sum("refused"),
        sum("missing")
      ]
    })
  ])
})
