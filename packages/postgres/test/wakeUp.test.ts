import { describe, expect, it } from "@effect/vitest"
import { startProcess } from "@telemark-tools/storages"
import { WakeUp } from "@telemark/core"
import { layer } from "@telemark/postgres"
import { Context, Effect, Fiber, Layer, Queue } from "effect"
import pg from "pg"
import { open } from "../src/open.js"
import { listenToChannel, makeWakeUp } from "../src/wakeUp.js"
import { ask, eventually, fresh, watcher } from "./fresh.js"
import { proxy } from "./proxy.js"

const program = new URL("child.ts", import.meta.url)

const listeners =
  "(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN telemark_mail')"

const wakeUpOf = (url: string) =>
  Effect.map(Layer.build(layer({ url, migrate: false })), Context.get(WakeUp))

/** A process of its own that waits for mail; it listens by now. */
const waiting = (url: string) =>
  Effect.gen(function* () {
    const process = yield* startProcess(program, "wait", url)
    expect(yield* process.nextLine).toBe("listening")
    return process
  })

describe("waking workers", () => {
  it.live(
    "of the same process needs no other process, and a signal is kept for the next that waits",
    () =>
      Effect.gen(function* () {
        const { listen, signal } = yield* wakeUpOf(yield* fresh)
        const wait = yield* listen
        yield* signal
        yield* wait
        const fiber = yield* Effect.forkChild(wait)
        yield* signal
        yield* Fiber.join(fiber)
      })
  )

  it.live("of another process takes one notification", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const other = yield* waiting(url)
      const { signal } = yield* wakeUpOf(url)
      yield* signal
      expect(yield* other.nextLine).toBe("woken")
    })
  )

  it.live("uses no connection while nothing waits", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const client = yield* watcher(url)
      const heard = Effect.callback<void>((resume) => {
        client.on("notification", () => {
          resume(Effect.void)
        })
      })
      yield* ask(client, "LISTEN telemark_mail")
      const { listen, signal } = yield* wakeUpOf(url)
      const wait = yield* listen
      const notified = yield* Effect.forkChild(heard)
      yield* Effect.yieldNow
      yield* signal
      yield* Fiber.join(notified)
      yield* ask(client, "SELECT 1")
      expect(yield* ask(client, `SELECT ${listeners}::int AS count`)).toEqual([{ count: 0 }])
      yield* wait
      yield* eventually(client, `${listeners} = 1`)
    })
  )

  it.live("resumes after the connection led nowhere, without a word of it", () =>
    Effect.gen(function* () {
      const url = new URL(yield* fresh)
      const between = yield* proxy(Number(url.port))
      url.port = String(between.port)
      const heard = yield* Queue.unbounded<void>()
      const newClient = () => new pg.Client({ connectionString: url.href })
      const hear = () => void Queue.offerUnsafe(heard, undefined)
      yield* listenToChannel(newClient, "telemark_mail", hear, "100 millis")
      yield* Queue.take(heard)
      between.freeze()
      between.thaw()
      yield* Queue.take(heard)
    })
  )

  it.live("resumes after the connection is cut, which counts as a signal itself", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const client = yield* watcher(url)
      const other = yield* waiting(url)
      const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN telemark_mail'`
      const { signal } = yield* wakeUpOf(url)
      for (const _ of [1, 2]) {
        expect(yield* ask(client, cut)).toHaveLength(1)
        expect(yield* other.nextLine).toBe("woken")
        yield* signal
        expect(yield* other.nextLine).toBe("woken")
      }
    })
  )

  it.live("takes few notifications for many signals of one turn, and never fails or waits", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const client = yield* watcher(url)
      let heard = 0
      const last = Effect.callback<void>((resume) => {
        client.on("notification", ({ payload }) => {
          if (payload === "last") resume(Effect.void)
          else heard++
        })
      })
      yield* ask(client, "LISTEN telemark_mail")
      const { signal } = yield* wakeUpOf(url)
      const listening = yield* Effect.forkChild(last)
      yield* Effect.sync(() => {
        for (let signals = 0; signals < 2000; signals++) Effect.runSync(signal)
      })
      // Another connection's, which a busy server may get to later than to the last.
      yield* Effect.promise(() => expect.poll(() => heard).toBeGreaterThan(0))
      yield* ask(client, "SELECT pg_notify('telemark_mail', 'last')")
      yield* Fiber.join(listening)
      // For the first, and for all others together.
      expect(heard).toBeLessThanOrEqual(2)
    })
  )

  it.live("inside a transaction waits for its commit, and is undone with it", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const client = yield* watcher(url)
      const heard: Array<string> = []
      client.on("notification", ({ payload }) => heard.push(payload ?? ""))
      yield* ask(client, "LISTEN telemark_mail")
      const { newListener, sql } = yield* open({ url })
      const { signal } = yield* makeWakeUp(sql, newListener, "telemark_mail")
      yield* Effect.flip(sql.withTransaction(Effect.andThen(signal, Effect.fail("undone"))))
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* signal
          yield* ask(client, "SELECT 1")
          expect(heard).toEqual([])
        })
      )
      yield* Effect.repeat(ask(client, "SELECT 1"), { until: () => heard.length > 0 })
      expect(heard).toEqual([""])
    })
  )
})
