/**
 * How many events of providers' webhooks are recorded a second: one in a call, as Postmark sends
 * them, and fifty in a call, as Mailjet does.
 */
import { cpuOf } from "@telemark-tools/load"
import { MailQueue } from "@telemark/core"
import autocannon from "autocannon"
import { Effect } from "effect"
import { type Child, startChild } from "./child.js"
import { chosenDatabases, type DatabaseName, freshDatabase, titles } from "./databases.js"
import type { HooksTarget } from "./hooks/telemark.js"
import { benchmark } from "./lifetime.js"
import { acceptTogether, addTenant, claim, openPorts, owner, settlementOf } from "./ports.js"
import { line, table } from "./report.js"

const events = Number(process.env["EVENTS"] ?? 10_000)
const connections = Number(process.env["CONNECTIONS"] ?? 20)

const delivered = new Date().toISOString()

/**
 * Bodies of calls that report deliveries, by provider: each event is about a message of its own.
 */
const providers = {
  postmark: {
    perCall: 1,
    body: ([id]: ReadonlyArray<string>): unknown => ({
      RecordType: "Delivery",
      MessageID: id,
      Recipient: "ada@example.com",
      DeliveredAt: delivered,
      Details: "smtp;250 2.0.0 OK",
      Metadata: { "telemark-id": id }
    })
  },
  mailjet: {
    perCall: 50,
    body: (ids: ReadonlyArray<string>): unknown =>
      ids.map((id) => ({
        event: "sent",
        time: Math.floor(Date.now() / 1000),
        MessageID: 1,
        Message_GUID: id,
        email: "ada@example.com",
        CustomID: id,
        smtp_reply: "250 2.0.0 OK"
      }))
  }
} as const

type ProviderName = keyof typeof providers

const tenant = { id: `tn_${"0".repeat(32)}`, name: "shop" }

/** Messages that the next hop has taken, just now: their ids. */
const sendMails = async (url: string, count: number): Promise<ReadonlyArray<string>> => {
  const ports = openPorts(url)
  const send = Effect.gen(function* () {
    const queue = yield* MailQueue
    yield* acceptTogether(tenant.id, Math.min(200, count), "<p>Thank you</p>")
    const messages = yield* claim(1000)
    yield* queue.record(owner, yield* Effect.forEach(messages, settlementOf))
    return messages.map(({ id }) => id)
  })
  await ports.runPromise(addTenant(tenant.id, tenant.name))
  const ids: Array<string> = []
  while (ids.length < count) ids.push(...(await ports.runPromise(send)))
  await ports.dispose()
  return ids.slice(0, count)
}

const measure = async (
  server: Child,
  name: ProviderName,
  ids: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const { body, perCall } = providers[name]
  const { paths, port } = JSON.parse(server.firstLine) as HooksTarget
  const bodies: Array<string> = []
  for (let from = 0; from < ids.length; from += perCall)
    bodies.push(JSON.stringify(body(ids.slice(from, from + perCall))))
  const calls = bodies.length
  const before = { cpu: await cpuOf(server.pid), delivered: Number(await server.ask("delivered")) }
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${paths[name]}`,
    connections,
    amount: calls,
    requests: [
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        setupRequest: (request) => ({ ...request, body: bodies.pop() ?? "{}" })
      }
    ]
  })
  if (result.non2xx + result.errors > 0)
    throw new Error(
      `${result.non2xx + result.errors} of ${calls} calls were refused: ${JSON.stringify(result.statusCodeStats)}`
    )
  const cpu = (await cpuOf(server.pid)) - before.cpu
  const recorded = Number(await server.ask("delivered")) - before.delivered
  if (recorded !== ids.length) throw new Error(`${recorded} of ${ids.length} events were recorded`)
  const seconds = result.duration
  return [
    name,
    String(perCall),
    (ids.length / seconds).toFixed(0),
    ((1_000_000 * cpu) / ids.length / 1000).toFixed(0),
    result.latency.p99.toFixed(0)
  ]
}

const measureOn = async (database: DatabaseName): Promise<void> => {
  const fresh = await freshDatabase(database)
  const ids = await sendMails(fresh.url, 2 * events)
  const server = await startChild("./hooks/telemark.ts", [fresh.url], { core: 0 })
  const lines = [
    await measure(server, "postmark", ids.slice(0, events)),
    await measure(server, "mailjet", ids.slice(events))
  ]
  line(
    `\nhooks: ${titles[database]}, ${events.toLocaleString("en")} deliveries reported over ${connections} connections, each of another message`
  )
  table([
    ["", "events a call", "events/s", "µs of its processor an event", "p99 of a call, ms"],
    ...lines
  ])
  await server.stop()
}

await benchmark(10, async () => {
  for (const database of chosenDatabases()) await measureOn(database)
})
