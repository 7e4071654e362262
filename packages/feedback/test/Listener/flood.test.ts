import { startSink } from "@telemark-tools/sink"
import { Emails, Tenants } from "@telemark/core"
import { listenForBounces } from "@telemark/feedback"
import { smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { deliverDue } from "@telemark/worker"
import { Effect, Layer, References } from "effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Telemark } from "telemark"
import { describe, expect, it } from "vitest"
import { bounce, host, keys, returnPath } from "./support/listening.js"
import { deliver, greetedClient } from "./support/smtpClient.js"

const mails = 1_000
const connections = 10_000

interface Flooded {
  /** How many connections were answered first with which code. */
  readonly answers: Readonly<Record<string, number>>
  /** How many lines the listener had for one of them at most. */
  readonly lines: number
}

/** Floods the listener from a process of its own. */
const flood = (port: number, connections: number) =>
  Effect.callback<Flooded>((resume) => {
    const program = fileURLToPath(new URL("support/flood.mjs", import.meta.url))
    const child = execFile(
      process.execPath,
      [program, String(port), String(connections), "300"],
      (error, stdout) => {
        resume(error === null ? Effect.succeed(JSON.parse(stdout) as Flooded) : Effect.die(error))
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
            const delivered = Effect.gen(function* () {
              for (let at = 0; at < mails; at += 50) {
                yield* emails.send(tenant, {
                  to: Array.from(
                    { length: 50 },
                    (_, index) => `ada${String(at + index)}@far.example`
                  ),
                  text: "Hello"
                })
              }
              return (yield* deliverDue()).emails.sent
            })
            const { port } = yield* listenForBounces({
              port: 0,
              host: "127.0.0.1",
              returnPathHost: host,
              keys: Effect.succeed(keys)
            })
            const memory = process.memoryUsage().rss
            const [sent, { answers, lines }] = yield* Effect.all(
              [delivered, flood(port, connections)],
              { concurrency: "unbounded" }
            )
            const grown = (process.memoryUsage().rss - memory) / 1_048_576
            const counted = JSON.stringify({ sent, answers, lines, grown })
            expect(sent, counted).toBe(mails)
            expect((answers["220"] ?? 0) + (answers["421"] ?? 0), counted).toBe(connections)
            // Each says 152 commands, and is left after twenty errors.
            expect(lines, counted).toBeLessThan(40)
            expect(grown, counted).toBeLessThan(250)
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
                Layer.succeed(References.MinimumLogLevel, "None")
              )
            )
          )
        })
      ),
    300_000
  )
})
