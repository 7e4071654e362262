/**
 * Whether operations become slower as the log grows: against an empty log and a small one, in turn
 * in the same run.
 */
import { median } from "@telemark-tools/load"
import { chosenDatabases, type DatabaseName, freshDatabase, titles } from "./databases.js"
import { fill } from "./growth/fill.js"
import { type Operation, operations, tenantName } from "./growth/operations.js"
import { benchmark } from "./lifetime.js"
import { type Http, openHttp } from "./growth/http.js"
import type { Ports } from "./ports.js"
import { line, millis, table } from "./report.js"

const rows = Number(process.env["ROWS"] ?? 2_000_000)
/** Enough that a page is full, and that every hour has its counter, as in the full one. */
const fewRows = Number(process.env["FEW_ROWS"] ?? 10_000)
const maxTimes = Number(process.env["TIMES"] ?? 200)
/** For how long one operation is measured at most, in milliseconds. */
const maxMillis = Number(process.env["SECONDS"] ?? 6) * 1000
const minTimes = 6
const warmUps = 3

/** The logs in each order, in turn: what one leaves behind for the next is then shared by all. */
const orders = [
  [0, 1, 2],
  [2, 1, 0],
  [1, 2, 0],
  [0, 2, 1],
  [2, 0, 1],
  [1, 0, 2]
]

interface Log {
  readonly ports: Ports
  readonly http: Http
}

/** Measures an operation on each log in turn. */
const measure = async (
  operation: Operation,
  logs: ReadonlyArray<Log>
): Promise<ReadonlyArray<number>> => {
  const made = logs.map(({ http, ports }) => ({
    ports,
    times: Array.of<number>(),
    ...operation.make(http)
  }))
  const deadline = performance.now() + maxMillis
  for (let time = -warmUps; time < maxTimes; time++) {
    if (time >= minTimes && performance.now() > deadline) break
    const order = orders[(time + warmUps) % orders.length] ?? []
    for (const { after, before, ports, run, times } of order.flatMap(
      (place) => made[place] ?? []
    )) {
      await ports.runPromise(before)
      const begun = performance.now()
      await ports.runPromise(run)
      const took = performance.now() - begun
      await ports.runPromise(after)
      if (time >= 0) times.push(took)
    }
  }
  return made.map(({ times }) => median(times))
}

const measureAll = async (name: DatabaseName): Promise<void> => {
  const logs: Array<Log> = []
  line(
    `\ngrowth: ${titles[name]}, a log of ${rows.toLocaleString("en")} rows over 90 days, against an empty one and one of ${fewRows.toLocaleString("en")}; medians in ms`
  )
  for (const count of [0, fewRows, rows]) {
    const database = await freshDatabase(name)
    const filled = await fill(database, { rows: count, end: Date.now() })
    logs.push({ ports: filled.ports, http: await openHttp(database.url, tenantName) })
    if (count < rows) continue
    const [writing, counting, settling] = [filled.writing, filled.counting, filled.settling].map(
      (seconds) => seconds.toFixed(0)
    )
    line(
      `  filled in ${writing} s, counted in ${counting} s, statistics and vacuum in ${settling} s`
    )
  }
  const lines: Array<ReadonlyArray<string>> = []
  for (const operation of operations) {
    const [empty = NaN, few = NaN, full = NaN] = await measure(operation, logs)
    lines.push([
      operation.name,
      ...[empty, few, full].map(millis),
      (full / empty).toFixed(2),
      (full / few).toFixed(2)
    ])
  }
  table([
    [
      "",
      "empty",
      fewRows.toLocaleString("en"),
      rows.toLocaleString("en"),
      "full / empty",
      "full / small"
    ],
    ...lines
  ])
  for (const { http, ports } of logs) {
    await http.close()
    await ports.dispose()
  }
}

await benchmark(60, async () => {
  for (const name of chosenDatabases()) await measureAll(name)
})
