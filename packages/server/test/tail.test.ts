import { EventFeed, tenantQueries } from "@telemark/core"
import { Effect, Layer, Stream } from "effect"
import Database from "better-sqlite3"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { followEvents } from "../src/cli/followEvents.js"
import { call } from "./support/call.js"
import { onFile } from "./support/sealed.js"
import { startServing } from "./support/serving.js"
import { bin, start, stop, temporaryDirectory } from "./support/telemark.js"

const saysItFollows = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let text = ""
    child.stderr?.on("data", (part) => {
      text += String(part)
      if (text.includes("Following events")) resolve()
    })
    child.on("close", () => {
      reject(new Error(`ended before it followed events:\n${text}`))
    })
  })

const started = async () => {
  const directory = temporaryDirectory()
  const server = await startServing(directory)
  const filename = join(directory, "mail.db")
  const environment = { TELEMARK_DATABASE_URL: `sqlite:${filename}` }
  const send = (to: string, ...more: ReadonlyArray<string>) =>
    call(["send", "--to", to, "--text", "x", ...more], environment)
  /** Once it follows. */
  const tail = async (...args: ReadonlyArray<string>) => {
    const running = start(["tail", ...args], directory, environment)
    await saysItFollows(running.child)
    return running
  }
  return { server, directory, filename, environment, send, tail }
}

/** Ends each of its streams after one piece. */
const layerCut = Layer.effect(
  EventFeed,
  Effect.map(EventFeed, (feed) =>
    EventFeed.of({
      ...feed,
      watch: (...request) =>
        Effect.map(feed.watch(...request), (watched) => ({
          startsAfter: watched.startsAfter,
          async *[Symbol.asyncIterator]() {
            for await (const events of watched) {
              yield events
              return
            }
          }
        }))
    })
  )
).pipe(Layer.provide(EventFeed.layer()))

describe("telemark tail", () => {
  it("prints a line for each event until it is stopped, and stores nothing", async () => {
    const { filename, send, tail } = await started()
    const running = await tail()
    await send("ada@example.com")
    await send("bounced@telemark.test")
    await running.printed(/ada@example\.com/)
    const printed = await running.printed(/bounced@telemark\.test.*\n/)
    expect(printed).toMatch(/^20\S+Z {2}email\.sent +ada@example\.com {2}em_\w+$/m)
    expect(printed).toMatch(
      /^20\S+Z {2}email\.bounced +bounced@telemark\.test {2}em_\w+ {2}\S.*550.*$/m
    )
    const database = new Database(filename, { readonly: true })
    expect(database.prepare("SELECT * FROM subscriptions").all()).toEqual([])
    database.close()
    expect(await stop(running)).toMatchObject({ code: 0, signal: null })
  })

  it("prints JSON lines of the types and the tenant that are wanted", async () => {
    const { environment, send, tail } = await started()
    await call(["tenants", "create", "acme"], environment)
    const acme = await tail("--tenant", "acme", "--types", "email.bounced,email.failed", "--json")
    const all = await tail("--types", "email.bounced")
    await send("bounced@telemark.test")
    await all.printed(/default/)
    await send("ada@example.com", "--tenant", "acme")
    await send("bounced+2@telemark.test", "--tenant", "acme")
    await all.printed(/^20\S+Z {2}acme {2}email\.bounced/m)
    const lines = (await acme.printed(/\n/)).trim().split("\n")
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        tenant: "acme",
        type: "email.bounced",
        data: { recipient: "bounced+2@telemark.test", failure_code: "invalid_recipient" }
      }
    ])
  })

  it("goes on after the last event wherever the feed ends its streams", async () => {
    const { filename, send, server } = await started()
    const id = await onFile(
      filename,
      Effect.gen(function* () {
        return (yield* Effect.flatMap(tenantQueries, ({ list }) => list))[0]?.id ?? ""
      })
    )
    const recipients = Array.from({ length: 6 }, (_, index) => `u${String(index)}@example.com`)
    const seen = await onFile(
      filename,
      Effect.gen(function* () {
        const events = yield* followEvents(id)
        yield* Effect.forkChild(
          Effect.promise(async () => {
            for (const [index, to] of recipients.entries()) {
              await send(to)
              await expect.poll(server.inbox).toHaveLength(index + 1)
            }
          })
        )
        return yield* Stream.runCollect(Stream.take(events, recipients.length))
      }).pipe(Effect.provide(layerCut))
    )
    expect(seen.map(({ data }) => data.recipient)).toEqual(recipients)
  })

  it("ends when nobody reads it any more", async () => {
    const { directory, environment, send } = await started()
    const { HOME = "", PATH = "" } = process.env
    const piped = spawn("sh", ["-c", `"${process.execPath}" "${bin}" tail | head -n 1`], {
      cwd: directory,
      env: { HOME, PATH, ...environment }
    })
    const ended = once(piped, "close")
    await saysItFollows(piped)
    await send("ada@example.com")
    expect(String(await once(piped.stdout, "data"))).toContain("ada@example.com")
    await send("bob@example.com")
    expect(await ended).toEqual([0, null])
  })

  it("refuses types and tenants that there aren't", async () => {
    const { environment } = await started()
    expect(await call(["tail", "--types", "email.lost"], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("email.bounced") as unknown
    })
    expect(await call(["tail", "--tenant", "none"], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no tenant "none"') as unknown
    })
  })
})
