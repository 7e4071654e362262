/**
 * What viewers of the stream of events cost delivery: processor time of `telemark serve` on a mail,
 * and mails a second, with 200 of them and with none.
 */
import { cpuOf, hasProc, mailOf, median } from "@telemark-tools/load"
import { countingSink } from "@telemark-tools/sink"
import { setTimeout as sleep } from "node:timers/promises"
import { startChild } from "./child.js"
import { chosenDatabases, freshDatabase, titles } from "./databases.js"
import { benchmark } from "./lifetime.js"
import { inTurn, line, table } from "./report.js"
import { makeKeys, serve } from "./telemark.js"

const rounds = Number(process.env["ROUNDS"] ?? 10)
const mails = Number(process.env["MAILS"] ?? 2000)
const viewers = Number(process.env["VIEWERS"] ?? 200)
/** Requests at once. */
const connections = 20

interface Cost {
  readonly micros: number
  readonly perSecond: number
}

await benchmark(30, async () => {
  if (!(await hasProc())) throw new Error("There is no /proc here, where processor times are read.")
  for (const name of chosenDatabases()) {
    const sink = await startChild(countingSink.href)
    const database = await freshDatabase(name)
    const served = await serve({ database: database.url, smtpPort: Number(sink.firstLine) })
    const key = served.key ?? ""
    const keys = await makeKeys(served, Math.ceil((mails * (rounds + 1) * 2) / 5000))
    const call = async (path: string, by: string, body?: object): Promise<unknown> => {
      const response = await fetch(`${served.url}${path}`, {
        headers: { authorization: `Bearer ${by}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
      })
      if (!response.ok) throw new Error(`${path} was answered ${String(response.status)}`)
      return response.json()
    }
    const sent = async (): Promise<number> =>
      (
        (await call("/analytics/summary?period=24h", key)) as {
          readonly statuses: { readonly sent: number }
        }
      ).statuses.sent

    let next = 0
    const measure = async (count: number): Promise<Cost> => {
      const watching =
        count === 0
          ? undefined
          : await startChild("./streams/viewers.ts", [served.url, key, String(count)])
      const [before, from, started] = [await sent(), await cpuOf(served.pid), performance.now()]
      let left = mails
      await Promise.all(
        Array.from({ length: connections }, async () => {
          while (left-- > 0) {
            const send = next++
            await call("/emails/send", keys[send % keys.length] ?? "", {
              ...mailOf(1),
              to: `customer-${String(send)}@example.com`
            })
          }
        })
      )
      while ((await sent()) < before + mails) await sleep(50)
      const seconds = (performance.now() - started) / 1000
      const micros = (((await cpuOf(served.pid)) - from) * 1000) / mails
      await watching?.stop()
      return { micros, perSecond: mails / seconds }
    }

    // Until everything is compiled.
    for (const count of [0, viewers]) await measure(count)
    const candidates = [0, viewers] as const
    const results = await inTurn(rounds, candidates, measure)
    const [none = [], all = []] = candidates.map((count) => results.get(count) ?? [])
    const shown = (costs: ReadonlyArray<Cost>, of: keyof Cost) =>
      median(costs.map((cost) => cost[of]))
    const more = (of: keyof Cost) =>
      `${(100 * (median(all.map((cost, index) => cost[of] / (none[index]?.[of] ?? NaN))) - 1)).toFixed(1)} %`
    line(
      `\nstreams, ${titles[name]}: ${String(mails)} mails a round, ${String(rounds)} rounds, from request to record`
    )
    table([
      ["", "no viewers", `${String(viewers)} viewers`, "more, round by round"],
      [
        "processor time on a mail",
        `${shown(none, "micros").toFixed(0)} µs`,
        `${shown(all, "micros").toFixed(0)} µs`,
        more("micros")
      ],
      [
        "mails/s",
        shown(none, "perSecond").toFixed(0),
        shown(all, "perSecond").toFixed(0),
        more("perSecond")
      ]
    ])
    await served.stop()
    await database.drop()
    await sink.stop()
  }
})
