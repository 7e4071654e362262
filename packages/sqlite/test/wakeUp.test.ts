import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { CurrentTransaction, NewEvents, type Transaction, WakeUp } from "@telemark/core"
import { sqliteHost } from "@telemark-tools/storages/sqlite"
import { layer, layerShared, type SqliteOptions } from "@telemark/sqlite"
import { Context, Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import {
  chmodSync,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { temporaryDirectory } from "./temporary.js"

const newFile = Effect.map(temporaryDirectory, (directory) => join(directory, "mail.db"))

/** A storage as each process has one of its own. */
const opened = (options: SqliteOptions) => Layer.build(layer(options))

const portsOf = (options: SqliteOptions) =>
  Effect.map(opened(options), (ports) => ({
    mail: Context.get(ports, WakeUp),
    events: Context.get(ports, NewEvents)
  }))

const wakeUpOf = (options: SqliteOptions) => Effect.map(portsOf(options), ({ mail }) => mail)

/** Whether it is heard in a while: in real time, in which a signal would long have come. */
const isHeard = (heard: Effect.Effect<void>) =>
  Effect.race(Effect.as(heard, true), Effect.as(Effect.sleep("200 millis"), false))

const eventually = (condition: () => boolean) =>
  Effect.repeat(Effect.sleep("5 millis"), { until: condition })

const signalFiles = (directory: string) =>
  readdirSync(directory).map((name) => join(directory, name))
const sizes = (directory: string) => signalFiles(directory).map((path) => statSync(path).size)

describe("two processes on one file", () => {
  it.live(
    "hear of each other's mail and events, each time, and of one kind nothing as of the other",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const [here, there] = [yield* portsOf({ filename }), yield* portsOf({ filename })]
        for (const [kind, other] of [
          ["mail", "events"],
          ["events", "mail"]
        ] as const) {
          const heard = yield* there[kind].listen
          const notMeant = yield* there[other].listen
          for (const _ of [1, 2, 3]) {
            const waiting = yield* Effect.forkChild(heard)
            yield* here[kind].signal
            yield* Fiber.join(waiting)
          }
          expect(yield* isHeard(notMeant)).toBe(false)
        }
      })
  )

  it.live(
    "remember a signal for a listener that isn't waiting yet, from the moment that it was made",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const [here, there] = [yield* wakeUpOf({ filename }), yield* wakeUpOf({ filename })]
        const [heard, waiting] = [yield* there.listen, yield* there.listen]
        yield* here.signal
        yield* waiting
        yield* heard
        expect(yield* isHeard(heard)).toBe(false)
      })
  )

  it.live("aren't woken by their own signals a second time, and raise no file of their own", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const { listen, signal } = yield* wakeUpOf({ filename })
      const heard = yield* listen
      yield* signal
      yield* heard
      expect(yield* isHeard(heard)).toBe(false)
      expect(sizes(`${filename}.signals`)).toEqual([0])
    })
  )

  it.live("are woken a few times by many signals of one turn, without delaying the senders", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const [here, there] = [yield* wakeUpOf({ filename }), yield* wakeUpOf({ filename })]
      const heard = yield* there.listen
      let wakes = 0
      yield* Effect.forkChild(
        Effect.forever(
          Effect.tap(heard, () =>
            Effect.sync(() => {
              wakes++
            })
          )
        )
      )
      yield* Effect.sync(() => {
        for (let signals = 0; signals < 2000; signals++) Effect.runSync(here.signal)
      })
      yield* eventually(() => wakes > 0 && sizes(`${filename}.signals`).every((size) => size === 0))
      // By the first, and by all others together; a file may be told to have changed more than once.
      expect(wakes).toBeLessThan(10)
    })
  )

  it.live("are separated by their prefixes", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const [plain, own, other] = [
        yield* wakeUpOf({ filename }),
        yield* wakeUpOf({ filename, tablePrefix: "tm_" }),
        yield* wakeUpOf({ filename, tablePrefix: "tm_" })
      ]
      const [heardByPlain, heardByOther] = [yield* plain.listen, yield* other.listen]
      yield* own.signal
      yield* heardByOther
      expect(yield* isHeard(heardByPlain)).toBe(false)
    })
  )

  it.live("find each other whichever name leads to the file", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const filename = join(directory, "my mail #1 100% \u00e4?*.db")
      const there = yield* wakeUpOf({ filename })
      symlinkSync(filename, join(directory, "link.db"))
      const here = yield* wakeUpOf({ filename: join(directory, "link.db") })
      const heard = yield* there.listen
      yield* here.signal
      yield* heard
    })
  )

  it.live("hear of what was sent in a transaction of the host's when that has ended", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const [here, there] = [yield* wakeUpOf({ filename }), yield* wakeUpOf({ filename })]
      const state = { isOpen: true }
      const transaction: Transaction = {
        dialect: "sqlite",
        connection: {},
        isSynchronous: true,
        isOpen: () => state.isOpen,
        execute: () => []
      }
      const heard = yield* there.listen
      yield* Effect.provideService(here.signal, CurrentTransaction, transaction)
      expect(yield* isHeard(heard)).toBe(false)
      state.isOpen = false
      yield* heard
    })
  )

  it.live(
    "hear of what was sent over the host's own client when its transaction is committed",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const host = yield* Layer.build(sqliteHost({ filename }))
        const here = yield* Effect.map(
          Layer.build(Layer.provide(layerShared(), Layer.succeedContext(host))),
          Context.get(WakeUp)
        )
        const heard = yield* Effect.flatMap(wakeUpOf({ filename }), ({ listen }) => listen)
        const client = Context.get(host, SqlClient.SqlClient)
        yield* client.withTransaction(
          Effect.gen(function* () {
            yield* here.signal
            expect(yield* isHeard(heard)).toBe(false)
          })
        )
        yield* heard
      })
  )
})

describe("signal files", () => {
  it.live("are there while somebody listens, and gone with their directory after that", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const directory = `${filename}.signals`
      const first = yield* Scope.make()
      const second = yield* Scope.make()
      const here = yield* Scope.provide(wakeUpOf({ filename }), first)
      yield* here.signal
      expect(existsSync(directory)).toBe(false)
      yield* Effect.asVoid(here.listen)
      yield* Effect.asVoid(here.listen)
      yield* Effect.flatMap(Scope.provide(portsOf({ filename }), second), ({ events }) =>
        Effect.asVoid(events.listen)
      )
      expect(
        readdirSync(directory)
          .map((name) => name.replace(/-.*/, ""))
          .sort()
      ).toEqual(["events", "mail"])
      yield* Scope.close(first, Exit.void)
      expect(readdirSync(directory)).toHaveLength(1)
      yield* Scope.close(second, Exit.void)
      expect(existsSync(directory)).toBe(false)
    })
  )

  it.live.skipIf(process.platform === "win32")(
    "admit those that the database admits, and no others",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        for (const [database, directory] of [
          [0o600, 0o700],
          [0o660, 0o770],
          [0o644, 0o755]
        ] as const) {
          yield* Effect.scoped(
            Effect.gen(function* () {
              const { listen } = yield* wakeUpOf({ filename })
              chmodSync(filename, database)
              yield* Effect.asVoid(listen)
              expect(statSync(`${filename}.signals`).mode & 0o777).toBe(directory)
              for (const path of signalFiles(`${filename}.signals`))
                expect(statSync(path).mode & 0o777).toBe(database)
            })
          )
        }
      })
  )

  it.live(
    "of a process that was killed are removed by the next signal after a minute, those of others never",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const { listen, signal } = yield* wakeUpOf({ filename })
        yield* Effect.asVoid(listen)
        const { listen: listenThere } = yield* wakeUpOf({ filename })
        const heard = yield* listenThere
        const [left, recent, another] = ["mail-left", "mail-recent", "events-another"].map((name) =>
          join(`${filename}.signals`, name)
        ) as [string, string, string]
        for (const path of [left, recent, another]) writeFileSync(path, "x")
        const longAgo = Date.now() / 1000 - 120
        for (const path of [left, another]) utimesSync(path, longAgo, longAgo)
        yield* signal
        yield* heard
        yield* eventually(() => !existsSync(left))
        expect([existsSync(recent), existsSync(another)]).toEqual([true, true])
        expect(readdirSync(`${filename}.signals`)).toHaveLength(4)
      })
  )

  it.live("that were removed are made anew, which counts as a signal itself", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const directory = `${filename}.signals`
      const [here, there] = [yield* wakeUpOf({ filename }), yield* wakeUpOf({ filename })]
      const heard = yield* there.listen
      for (const _ of [1, 2]) {
        rmSync(directory, { recursive: true })
        yield* heard
        yield* eventually(() => existsSync(directory) && readdirSync(directory).length === 1)
        yield* here.signal
        yield* heard
      }
    })
  )

  it.live(
    "that can't be made leave signals of the process itself, and the log says so once",
    () => {
      const logged: Array<string> = []
      const log = Logger.layer([
        Logger.make(({ message }) => {
          logged.push(JSON.stringify(message))
        })
      ])
      return Effect.gen(function* () {
        const filename = yield* newFile
        writeFileSync(`${filename}.signals`, "in the way")
        const [here, there] = [yield* wakeUpOf({ filename }), yield* wakeUpOf({ filename })]
        const [own, others] = [yield* here.listen, yield* there.listen]
        yield* here.signal
        yield* own
        expect(yield* isHeard(others)).toBe(false)
        expect(logged).toEqual([
          expect.stringMatching(/are found by polling.*"reason":"ENOTDIR"/),
          expect.stringMatching(/"reason":"ENOTDIR"/)
        ])
        rmSync(`${filename}.signals`)
        yield* eventually(
          () => existsSync(`${filename}.signals`) && readdirSync(`${filename}.signals`).length === 2
        )
        yield* here.signal
        yield* others
      }).pipe(Effect.provide(log))
    }
  )

  it.live("aren't used for a database in memory, whose signals stay in the process", () =>
    Effect.gen(function* () {
      const before = readdirSync(process.cwd())
      const { listen, signal } = yield* wakeUpOf({ filename: ":memory:" })
      const heard = yield* listen
      yield* signal
      yield* heard
      expect(readdirSync(process.cwd())).toEqual(before)
    })
  )
})
