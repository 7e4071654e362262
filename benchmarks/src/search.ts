/** How long the first page of a search takes over HTTP, in a log of a million messages. */
import { median } from "@telemark-tools/load"
import { indexMessages } from "@telemark/core"
import { Effect } from "effect"
import { chosenDatabases, type DatabaseName, freshDatabase, titles } from "./databases.js"
import { fill, useDriver } from "./growth/fill.js"
import { openHttp } from "./growth/http.js"
import { tenantName } from "./growth/operations.js"
import { benchmark } from "./lifetime.js"
import { line, millis, table } from "./report.js"

const rows = Number(process.env["ROWS"] ?? 1_000_000)
const times = Number(process.env["TIMES"] ?? 30)

/** What people type, and what that means for the index. */
const searches: ReadonlyArray<readonly [q: string, means: string]> = [
  ["order", "a word of every message"],
  ["your order", "two of them"],
  ["buyer-77777", "one address"],
  ["buyer-77777@example.com", "the same, whole"],
  [`order ${String(rows - 70)}`, "one of the newest messages"],
  ["order 70", "a beginning of few words, and one of all"],
  ["12", "a beginning of many words"],
  ["1", "a beginning of a tenth of all words and more"],
  ["receipt", "a word that no message has"]
]

const measure = async (name: DatabaseName): Promise<void> => {
  const database = await freshDatabase(name)
  const { ports } = await fill(database, { rows, end: Date.now() })
  await useDriver(database.url, ({ run }) =>
    run("INSERT INTO search_queue (email_id, tenant_id) SELECT id, tenant_id FROM emails")
  )
  const begun = performance.now()
  await ports.runPromise(Effect.repeat(indexMessages, { while: (done) => done > 0 }))
  const indexing = (performance.now() - begun) / 1000
  await useDriver(database.url, ({ settle }) => settle())
  line(
    `\nsearch: ${titles[name]}, ${rows.toLocaleString("en")} messages, indexed in ${indexing.toFixed(0)} s; ms for the first page over HTTP`
  )
  const http = await openHttp(database.url, tenantName)
  const lines: Array<ReadonlyArray<string>> = []
  for (const [q, means] of searches) {
    const took: Array<number> = []
    let found = 0
    for (let time = 0; time < times; time++) {
      const before = performance.now()
      const page = await http.call(`/emails?limit=50&q=${encodeURIComponent(q)}`)
      took.push(performance.now() - before)
      found = (page as { readonly data: ReadonlyArray<unknown> }).data.length
    }
    const [first = NaN] = took
    lines.push([
      q,
      means,
      String(found),
      millis(first),
      millis(median(took)),
      millis(Math.max(...took))
    ])
  }
  table([["q", "", "found", "first", "median", "longest"], ...lines])
  await http.close()
  await ports.dispose()
  await database.drop()
}

await benchmark(30, async () => {
  for (const name of chosenDatabases()) await measure(name)
})
