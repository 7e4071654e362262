/**
 * How many jobs a second pass through the queue: claimed and recorded through its port, without
 * SMTP.
 */
import { median } from "@telemark-tools/load"
import { Effect } from "effect"
import { chosenDatabases, type DatabaseName, freshDatabase, titles } from "./databases.js"
import { benchmark } from "./lifetime.js"
import {
  acceptTogether,
  addTenant,
  claim,
  openPorts,
  type Ports,
  record,
  settlementOf
} from "./ports.js"
import { inTurn, line, table } from "./report.js"

const rounds = Number(process.env["ROUNDS"] ?? 5)
const jobs = Number(process.env["JOBS"] ?? 5000)
const batches = [100, 20, 1]
const tenant = "tn_benchmark"

/** Batches are measured with more jobs than single ones, or these would take all the time. */
const jobsFor = (batch: number): number =>
  Math.max(batch, Math.round(batch === 1 ? jobs / 5 : jobs))

interface Rates {
  readonly claimed: number
  readonly recorded: number
  readonly both: number
}

const pass = (batch: number, count: number) =>
  Effect.gen(function* () {
    let claiming = 0
    let recording = 0
    let done = 0
    while (done < count) {
      const begun = performance.now()
      const messages = yield* claim(batch)
      const claimed = performance.now()
      const settlements = yield* Effect.forEach(messages, settlementOf)
      const settled = performance.now()
      const written = yield* record(settlements)
      recording += performance.now() - settled
      claiming += claimed - begun
      if (written.length === 0)
        throw new Error(`${count - done} jobs were neither claimed nor recorded.`)
      done += written.length
    }
    const rate = (millis: number): number => (1000 * done) / millis
    return { claimed: rate(claiming), recorded: rate(recording), both: rate(claiming + recording) }
  })

const accept = async (ports: Ports, count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 500) {
    await ports.runPromise(
      acceptTogether(tenant, Math.min(left, 500), "<p>Thank you for your order.</p>")
    )
  }
}

await benchmark(15, async () => {
  const names = chosenDatabases()
  const ports = new Map<DatabaseName, Ports>()
  for (const name of names) {
    const opened = openPorts((await freshDatabase(name)).url)
    await opened.runPromise(addTenant(tenant, "benchmark"))
    ports.set(name, opened)
  }
  const measure = async ({
    batch,
    name
  }: {
    readonly name: DatabaseName
    readonly batch: number
  }): Promise<Rates> => {
    const opened = ports.get(name)
    if (opened === undefined) throw new Error(`There is no ${name}.`)
    const count = jobsFor(batch)
    await accept(opened, count)
    return opened.runPromise(pass(batch, count))
  }
  const candidates = names.flatMap((name) => batches.map((batch) => ({ name, batch })))
  for (const candidate of candidates) await measure(candidate)
  const results = await inTurn(rounds, candidates, measure)

  line(
    `\nqueue: claim and record through the port, one caller, small bodies; ${rounds} rounds of ${jobsFor(100)} jobs (${jobsFor(1)} one at a time)`
  )
  table([
    ["", "jobs/s", "claim alone", "record alone"],
    ...candidates.map((candidate) => {
      const rates = results.get(candidate) ?? []
      const of = (key: keyof Rates): string => median(rates.map((rate) => rate[key])).toFixed(0)
      const how = candidate.batch === 1 ? "one at a time" : `${candidate.batch} at a time`
      return [`${titles[candidate.name]}, ${how}`, of("both"), of("claimed"), of("recorded")]
    })
  ])
})
