import { startSink } from "@telemark-tools/sink"
import { Emails, Tenants } from "@telemark/core"
import { listenForBounces } from "@telemark/feedback"
import { smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { deliverDue } from "@telemark/worker"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Telemark } from "telemark"
import { describe, expect, it } from "vitest"
import { bounce, host, keys, returnPath } from "./support/listening.js"
import { deliver, greetedClient } from "./support/smtpClient.js"

const mails = 1_000
const connections = 10_000

/** Floods the listener from a process of its own; how its connections were answered. */
const flood = (port: number, connections: number) =>
  Effect.async<Readonly<Record<string, number>>>((resume) => {
    const program = fileURLToPath(new URL("support/flood.mjs", import.meta.url))
    const child = execFile(
      process.execPath,
      [program, String(port), String(connections), "300"],
      (error, stdout) => {
        resume(
          error === null
            ? Effect.succeed(JSON.parse(stdout) as Readonly<Record<string, number>>)
            : Effect.die(error)
        )
      }
    )
    return Effect.sync(() => child.kill())
  })

describe("10,000 connections of junk at the listener for bounces", () => {
  it(
    "leave delivery in the same process alone, and its memory",
    () =>
      Effect.runPromise(
        Effect.gen(function* () {
          const sinkPort = yield* Effect.promise(() => startSink({}))
          yield* Effect.gen(function* () {
            const emails = yield* Emails
            const tenant = yield* Effect.flatMap(Tenants, (tenants) =>
              tenants.getOrCreate("default")
            )
            /** Mails delivered in a second. */
            const rate = Effect.gen(function* () {
              for (let at = 0; at < mails; at += 50) {
                yield* emails.send(tenant, {
                  to: Array.from(
                    { length: 50 },
                    (_, index) => `ada${String(at + index)}@far.example`
                  ),
                  text: "Hello"
                })
              }
              const begun = performance.now()
              expect((yield* deliverDue()).emails).toMatchObject({ sent: mails })
              return (mails / (performance.now() - begun)) * 1_000
            })
            const { port } = yield* listenForBounces({
              port: 0,
              host: "127.0.0.1",
              returnPathHost: host,
              keys: Effect.succeed(keys)
            })
            const alone = yield* rate
            const memory = process.memoryUsage().rss
            const [beside, answers] = yield* Effect.all([rate, flood(port, connections)], {
              concurrency: "unbounded"
            })
            const grown = (process.memoryUsage().rss - memory) / 1_048_576
            const before = process.cpuUsage()
            yield* flood(port, 1_000)
            const { system, user } = process.cpuUsage(before)
            const cpuMillis = (system + user) / 1_000_000
            const measured = { alone, beside, grown, cpuMillis, answers }
            expect((answers["220"] ?? 0) + (answers["421"] ?? 0), JSON.stringify(measured)).toBe(
              connections
            )
            // Generous, for machines that do much else: it is about as fast, and each connection
            // costs less than a millisecond.
            expect(beside, JSON.stringify(measured)).toBeGreaterThan(alone / 10)
            expect(cpuMillis, JSON.stringify(measured)).toBeLessThan(10)
            expect(grown, JSON.stringify(measured)).toBeLessThan(250)
            const client = yield* Effect.promise(() => greetedClient(port))
            expect(yield* Effect.promise(() => deliver(client, [returnPath()], bounce()))).toMatch(
              /^250 /
            )
          }).pipe(
            Effect.scoped,
            Effect.provide(
              Layer.mergeAll(
                Telemark.layer({
                  storage: sqlite({ filename: ":memory:" }),
                  transport: smtp({ url: `smtp://127.0.0.1:${String(sinkPort)}?tls=none` }),
                  from: "Shop <orders@shop.example>"
                }),
                Logger.minimumLogLevel(LogLevel.None)
              )
            )
          )
        })
      ),
    300_000
  )
})
