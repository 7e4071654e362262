/**
 * How fast webhooks are: signed calls through the port against bare requests of undici's pool;
 * events from the queue to ten endpoints against as many bare signed requests; and what ten
 * endpoints cost the mail that is delivered beside.
 */
import { median } from "@telemark-tools/load"
import { countingSink } from "@telemark-tools/sink"
import { type Child, startChild } from "./child.js"
import { chosenDatabases, freshDatabase, titles } from "./databases.js"
import { atEnd, benchmark } from "./lifetime.js"
import { inTurn, report, type Series } from "./report.js"
import { barePool, bodies, concurrency, signedCalls } from "./webhooks/calls.js"
import { argumentsOf, type Plan, type Rate, rateOf } from "./webhooks/plan.js"

const rounds = Number(process.env["ROUNDS"] ?? 5)
const calls = Number(process.env["CALLS"] ?? 10_000)
const messages = Number(process.env["MESSAGES"] ?? 5000)
const endpoints = 10
/** What to measure: "calls", "webhooks" or "mail", several with commas between; by default all. */
const parts = (process.env["ONLY"] ?? "calls,webhooks,mail").split(",")

const measureCalls = async (receiver: Child): Promise<void> => {
  const url = `http://127.0.0.1:${receiver.firstLine}`
  const posted = bodies(100)
  const candidates = [
    barePool(url, posted),
    signedCalls("telemark, signed with one secret", url, posted, 1),
    signedCalls("telemark, signed with two", url, posted, 2)
  ]
  for (const { close } of candidates) atEnd(close)
  for (const { run } of candidates) await run(Math.min(calls, 2000))
  const results = await inTurn(rounds, candidates, async ({ run }) => {
    const from = performance.now()
    await run(calls)
    return (1000 * calls) / (performance.now() - from)
  })
  const [baseline, ...others] = candidates.map((candidate) => ({
    name: candidate.name,
    perSecond: results.get(candidate) ?? []
  }))
  if (baseline !== undefined)
    report(
      `webhooks: ${calls} calls, ${concurrency} at a time, receiver in another process; ${rounds} rounds`,
      "calls/s",
      baseline,
      others
    )
}

interface Task extends Pick<Plan, "what" | "messages" | "endpoints" | "webhookConcurrency"> {
  readonly file: "bare" | "telemark"
}

const mail = (subscribed: number, webhookConcurrency: number): Task => ({
  file: "telemark",
  what: "mail",
  messages,
  endpoints: subscribed,
  webhookConcurrency
})

await benchmark(30, async () => {
  const sink = await startChild(countingSink.href, [], { core: 1 })
  const receiver = await startChild("./webhooks/receiver.ts", [], { core: 1 })
  if (parts.includes("calls")) await measureCalls(receiver)

  const ports = { smtpPort: Number(sink.firstLine), receiverPort: Number(receiver.firstLine) }
  for (const name of chosenDatabases()) {
    const run = async (task: Task): Promise<Rate> => {
      const database = await freshDatabase(name)
      const args = argumentsOf({ ...task, ...ports, database: database.url })
      const child = await startChild(`./webhooks/${task.file}.ts`, args, {
        core: 0,
        within: 60_000 + 60 * messages
      })
      await child.stop()
      await database.drop()
      return rateOf(child.firstLine)
    }
    const events: Task = {
      file: "telemark",
      what: "webhooks",
      messages: Math.ceil(messages / 2),
      endpoints,
      webhookConcurrency: 100
    }
    const bare: Task = { ...events, file: "bare" }
    const none = mail(0, 100)
    const waiting = mail(endpoints, 0)
    const both = mail(endpoints, 100)
    const tasks = [bare, events, none, waiting, both].filter(({ what }) => parts.includes(what))
    const results = await inTurn(rounds, tasks, run)
    const series = (title: string, task: Task): Series => {
      const rates = results.get(task) ?? []
      return {
        name: title,
        perSecond: rates.map(({ perSecond }) => perSecond),
        note: `${median(rates.map(({ micros }) => micros)).toFixed(0)} µs of its processor each`
      }
    }
    if (parts.includes("webhooks"))
      report(
        `webhooks: ${events.messages * events.endpoints} events from ${titles[name]} to ${endpoints} endpoints; ${rounds} rounds`,
        "events/s",
        series("undici's pool, signed, no queue", bare),
        [series("events from the queue", events)]
      )
    if (parts.includes("mail"))
      report(
        `webhooks: ${messages} mails from ${titles[name]}, one to a send, 10 kB html, default settings; ${rounds} rounds`,
        "mails/s",
        series("no endpoints", none),
        [
          series(`${endpoints} endpoints, their events left to wait`, waiting),
          series(`${endpoints} endpoints, delivered by the same worker`, both)
        ]
      )
  }
})
