/**
 * How many redirects of tracked links one process of `telemark serve` answers a second, while it
 * accepts and delivers mail.
 */
import { cpuOf } from "@telemark-tools/load"
import { deriveKeys, eventQueries, StoredKeys, tenantQueries } from "@telemark/core"
import { clickEnd, clickStart } from "@telemark/feedback"
import autocannon from "autocannon"
import { Effect, Layer } from "effect"
import { setTimeout as pause } from "node:timers/promises"
import { type Child, startChild } from "./child.js"
import { chosenDatabases, type DatabaseName, freshDatabase, titles } from "./databases.js"
import type { Latencies } from "./latency/run.js"
import { benchmark } from "./lifetime.js"
import { openPorts, type Ports } from "./ports.js"
import { line, millis, table } from "./report.js"
import { secret } from "./storage.js"
import { makeKeys, serve, type TelemarkProcess } from "./telemark.js"

/** Redirects a second that are asked for, and mails a second that are sent beside them. */
const rate = Number(process.env["RATE"] ?? 5500)
const sends = Number(process.env["SENDS"] ?? 50)
const seconds = Number(process.env["SECONDS"] ?? 10)
const connections = Number(process.env["CONNECTIONS"] ?? 50)
const linksOfMail = 20
const perSend = 50

const noKeys = Layer.succeed(StoredKeys, {
  keys: Effect.succeed(undefined),
  update: () => Effect.succeed([])
})
const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"

interface Target {
  readonly server: TelemarkProcess
  readonly keys: ReadonlyArray<string>
  readonly load: Child
  readonly ports: Ports
}

/** Sends mails, and answers with their ids once the next hop has taken them all. */
const sendMails = async (
  { keys, server: { url } }: Target,
  count: number
): Promise<ReadonlyArray<string>> => {
  const headers = { authorization: `Bearer ${keys[0] ?? ""}`, "content-type": "application/json" }
  const ids: Array<string> = []
  while (ids.length < count) {
    const to = Array.from(
      { length: perSend },
      (_, index) => `reader-${ids.length + index}@example.com`
    )
    const response = await fetch(`${url}/emails/send`, {
      method: "POST",
      headers,
      body: JSON.stringify({ from: "shop@example.com", to, subject: "Links", html: "<p>Links</p>" })
    })
    const { queued } = (await response.json()) as {
      readonly queued: ReadonlyArray<{ readonly id: string }>
    }
    ids.push(...queued.map(({ id }) => id))
  }
  const isSent = async (id: string): Promise<boolean> => {
    const { status } = (await (await fetch(`${url}/emails/${id}`, { headers })).json()) as {
      readonly status: string
    }
    return status === "sent"
  }
  for (const id of [...ids].reverse()) while (!(await isSent(id))) await pause(100)
  return ids
}

/** Paths of tracked links, each of its own. */
const pathsOf = async (
  ids: ReadonlyArray<string>,
  tenant_id: string
): Promise<ReadonlyArray<string>> => {
  const [key] = await Effect.runPromise(Effect.provide(deriveKeys("links", secret), noKeys))
  const destination = (index: number): string =>
    `https://shop.example/orders/${index}?utm_source=newsletter&utm_campaign=spring`
  return Array.from({ length: linksOfMail }, (_, index) => index).flatMap((index) =>
    ids.map(
      (email_id) =>
        `/t/c/${clickStart(key, { email_id, tenant_id }) + clickEnd(key, { destination: destination(index), tenant_id })}`
    )
  )
}

/** How many clicks are recorded of the tenant whose messages these are. */
const countClicks = async ({ ports }: Target, tenantId: string, since: number): Promise<number> => {
  let [count, after] = [0, ""]
  for (;;) {
    const page = await ports.runPromise(
      Effect.flatMap(eventQueries, (store) =>
        store.list(tenantId, {
          since,
          until: Number.MAX_SAFE_INTEGER,
          types: ["email.clicked"],
          after
        })
      )
    )
    count += page.events.length
    if (page.next === undefined) return count
    after = page.next
  }
}

/** Waits until no more clicks are recorded. */
const settledClicks = async (target: Target, tenantId: string, since: number): Promise<number> => {
  let before = -1
  for (;;) {
    const count = await countClicks(target, tenantId, since)
    if (count === before) return count
    before = count
    await pause(4000)
  }
}

const tenantOf = async ({ ports }: Target): Promise<string> => {
  const [tenant] = await ports.runPromise(Effect.flatMap(tenantQueries, (store) => store.list))
  return tenant?.id ?? ""
}

interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly micros: number
  readonly delivery: Latencies
}

/** Follows each path once, or all again and again. */
const follow = async (
  { keys, load, server }: Target,
  paths: ReadonlyArray<string>,
  atMost: number | undefined
): Promise<Measured> => {
  const origin = new URL(server.url).origin
  let next = 0
  const cpu = await cpuOf(server.pid)
  const delivering = load.ask(
    JSON.stringify({ url: server.url, keys, rate: sends, seconds }),
    1000 * seconds + 60_000
  )
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    ...(atMost === undefined ? {} : { overallRate: atMost }),
    requests: [
      {
        method: "GET",
        headers: { "user-agent": agent },
        setupRequest: (request) => ({ ...request, path: paths[next++ % paths.length] ?? "/" })
      }
    ]
  })
  const spent = (await cpuOf(server.pid)) - cpu
  const delivery = JSON.parse(await delivering) as Latencies
  const redirects = result["3xx"]
  if (redirects === 0 || redirects < result.requests.total || result.errors > 0)
    throw new Error(
      `Not all were redirected: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`
    )
  return {
    perSecond: redirects / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    micros: (1000 * spent) / redirects,
    delivery
  }
}

const measureOn = async (database: DatabaseName): Promise<void> => {
  const { url } = await freshDatabase(database)
  const load = await startChild("./latency/load.ts")
  const server = await serve({ database: url, smtpPort: Number(load.firstLine) })
  const keys = await makeKeys(server, 2)
  const target: Target = { server, keys, load, ports: openPorts(url) }
  const tenant = await tenantOf(target)
  const mails = await sendMails(
    target,
    Math.ceil((rate * seconds) / linksOfMail / perSend) * perSend
  )
  const paths = await pathsOf(mails, tenant)
  const warm = await pathsOf(mails.slice(0, 1), tenant)
  await follow(target, warm, rate)

  const rows: Array<ReadonlyArray<string>> = []
  const measure = async (
    title: string,
    of: ReadonlyArray<string>,
    atMost: number | undefined,
    isRecorded: boolean
  ): Promise<void> => {
    const since = Date.now()
    const { delivery, micros, p50, p99, perSecond } = await follow(target, of, atMost)
    const recorded = isRecorded ? String(await settledClicks(target, tenant, since)) : "-"
    rows.push([
      title,
      perSecond.toFixed(0),
      millis(p50),
      millis(p99),
      micros.toFixed(0),
      recorded,
      millis(delivery.data.p50),
      millis(delivery.data.p99),
      String(delivery.refused + delivery.missing)
    ])
  }
  await measure(`repeats, ${rate}/s asked for`, warm, rate, false)
  await measure("repeats, as many as it answers", warm, undefined, false)
  await measure(`each link once, ${rate}/s asked for`, paths, rate, true)
  line(
    `\nredirects: ${titles[database]}, one process that also sends ${sends} mails a second of 10 kB; ${connections} connections, ${seconds} s`
  )
  table([
    [
      "",
      "redirects/s",
      "p50, ms",
      "p99, ms",
      "µs of its processors",
      "clicks recorded",
      "mail to DATA p50, ms",
      "p99, ms",
      "mails lost"
    ],
    ...rows
  ])
  await server.stop()
  await load.stop()
}

await benchmark(10, async () => {
  for (const database of chosenDatabases()) await measureOn(database)
})
