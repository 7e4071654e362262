import { describe, expect, it } from "@effect/vitest"
import { aSend, startProcess } from "@telemark-tools/storages"
import { makeSqliteHost } from "@telemark-tools/storages/sqlite"
import {
  emailQueries,
  layerStorage as layerSql,
  LockWait,
  MailQueue,
  makeConsumeTokens,
  stored,
  tenantQueries,
  type WaitForLock
} from "@telemark/core"
import { Effect, Fiber, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { vi } from "vitest"
import fs from "node:fs"
import { join } from "node:path"
import { open } from "../src/open.js"
import { layerClient } from "../src/sqliteLayer.js"
import { makeWaitForLock } from "../src/waitForLock.js"
import { storage } from "./storage.js"
import { temporaryDirectory } from "./temporary.js"

const program = new URL("child.ts", import.meta.url)

const newFile = Effect.map(temporaryDirectory, (directory) => join(directory, "mail.db"))
const tenant = {
  id: "tn_1",
  name: "acme",
  default_from: null,
  monthly_limit: null,
  track_opens: false,
  track_clicks: false,
  missing: "warn" as const,
  created_at: 1
}
const unavailable = { _tag: "StorageError", reason: "unavailable" }
const firstPage = { limit: 10, offset: 0 }

/** Has another process take the file's lock: how to make it let go. */
const lockedFile = (filename: string) =>
  Effect.gen(function* () {
    const other = yield* startProcess(program, "lock", filename)
    expect(yield* other.nextLine).toBe("ready")
    return Effect.gen(function* () {
      yield* other.say("let go")
      expect(yield* other.nextLine).toBe("released")
    })
  })

/** How often the disk is waited for meanwhile. */
const synced = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => vi.spyOn(fs, "fdatasync")),
    (spy) => Effect.map(effect, () => spy.mock.calls.length),
    (spy) =>
      Effect.sync(() => {
        spy.mockRestore()
      })
  )

/**
 * Reads again and again, a turn of the event loop for each: what waits has tried and failed by
 * then.
 */
const readMeanwhile = Effect.gen(function* () {
  const { list } = yield* emailQueries
  const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  yield* Effect.repeat(Effect.andThen(turn, list("tn_a", firstPage, {})), { times: 50 })
})

const isDone = (fiber: Fiber.Fiber<unknown, unknown>) =>
  Effect.sync(() => fiber.pollUnsafe() !== undefined)

/**
 * Starts a write while another process has the lock, and reads: whether it is still waiting
 * afterwards.
 */
const whileLocked = <A, E, R>(filename: string, write: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const letGo = yield* lockedFile(filename)
    const writer = yield* Effect.forkChild(write)
    yield* readMeanwhile
    expect(yield* isDone(writer)).toBe(false)
    return { letGo, writer }
  })

describe("while another process has the lock", () => {
  it.live("this process continues: reads are answered before a transaction can begin", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        const { accept } = yield* emailQueries
        const { letGo, writer } = yield* whileLocked(filename, accept(aSend(1)))
        yield* letGo
        expect((yield* Fiber.join(writer))._tag).toBe("Accepted")
      }).pipe(Effect.provide(storage({ filename, busyTimeout: 60_000 })))
    })
  )

  it.live("it continues while a statement without a transaction waits, too", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        const { findByName, insert } = yield* tenantQueries
        const { letGo, writer } = yield* whileLocked(filename, insert(tenant))
        yield* letGo
        yield* Fiber.join(writer)
        expect(yield* findByName("acme")).toEqual(tenant)
      }).pipe(Effect.provide(storage({ filename, busyTimeout: 60_000 })))
    })
  )

  it.live("each kind of write fails after the busy timeout, and works again after the lock", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        const { insert } = yield* tenantQueries
        const { accept } = yield* emailQueries
        const consume = yield* makeConsumeTokens
        const writes = [
          Effect.asVoid(stored(insert(tenant))),
          Effect.asVoid(accept(aSend(1))),
          Effect.asVoid(consume("key_1", 10, 1e12))
        ]
        const letGo = yield* lockedFile(filename)
        const errors = yield* Effect.forEach(writes, Effect.flip, { concurrency: "unbounded" })
        for (const error of errors) expect(error).toMatchObject(unavailable)
        yield* letGo
        yield* Effect.forEach(writes, (write) => write, { concurrency: "unbounded" })
      }).pipe(Effect.provide(storage({ filename, busyTimeout: 50 })))
    })
  )

  it.live("a busy timeout of 0 means a single attempt", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const waitForLock = yield* makeWaitForLock(0)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Effect.asVoid(lockedFile(filename))
        let attempts = 0
        const write = Effect.andThen(
          Effect.sync(() => {
            attempts++
          }),
          Effect.scoped(
            Effect.flatMap(sql.reserve, (connection) =>
              connection.executeRaw("BEGIN IMMEDIATE", [])
            )
          )
        )
        yield* Effect.flip(waitForLock(write))
        expect(attempts).toBe(1)
      }).pipe(Effect.provide(storage({ filename })))
    })
  )

  it.live("what is interrupted while it waits stops at once and leaves nothing behind", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        const { findByName, insert } = yield* tenantQueries
        const { accept } = yield* emailQueries
        const { claim } = yield* MailQueue
        yield* accept(aSend(1))
        // A statement of its own, and a transaction whose commit needn't wait for the disk.
        const due = claim({ owner: "w", until: 2e12 }, 10, 1.9e12)
        const { letGo, writer } = yield* whileLocked(
          filename,
          Effect.all([insert(tenant), due], { concurrency: "unbounded" })
        )
        yield* Fiber.interrupt(writer)
        expect(yield* findByName("acme")).toBeUndefined()
        yield* letGo
        expect(yield* findByName("acme")).toBeUndefined()
        expect((yield* due).map(({ attempts }) => attempts)).toEqual([1])
        expect(yield* synced(insert(tenant))).toBe(1)
      }).pipe(Effect.provide(storage({ filename, busyTimeout: 60_000 })))
    })
  )

  it.live("a relaxed transaction that waits doesn't relax what others write", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        const consume = yield* makeConsumeTokens
        const { insert } = yield* tenantQueries
        const both = synced(
          Effect.all([consume("key_1", 10, 1e12), insert(tenant)], { concurrency: "unbounded" })
        )
        const { letGo, writer } = yield* whileLocked(filename, both)
        yield* letGo
        expect(yield* Fiber.join(writer)).toBe(1)
        expect(yield* synced(consume("key_1", 10, 1e12))).toBe(0)
      }).pipe(Effect.provide(storage({ filename, busyTimeout: 60_000 })))
    })
  )

  it.live("sends that share a transaction wait for it once, not each by itself", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const waitForLock = yield* makeWaitForLock(20)
      let waits = 0
      const countingWait: WaitForLock = (attempt) =>
        Effect.andThen(
          Effect.sync(() => {
            waits++
          }),
          waitForLock(attempt)
        )
      const counting = Layer.succeed(LockWait, countingWait)
      yield* Effect.gen(function* () {
        const { accept } = yield* emailQueries
        yield* Effect.asVoid(lockedFile(filename))
        const sends = Array.from({ length: 20 }, (_, index) => Effect.flip(accept(aSend(index))))
        for (const error of yield* Effect.all(sends, { concurrency: "unbounded" }))
          expect(error).toMatchObject(unavailable)
        expect(waits).toBe(1)
      }).pipe(
        Effect.provide(
          Layer.provide(layerSql, Layer.provideMerge(counting, layerClient({ filename })))
        )
      )
    })
  )

  it.live("opening the file waits as well", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.provide(Effect.void, storage({ filename }))
      const letGo = yield* lockedFile(filename)
      const opener = yield* Effect.forkChild(
        Effect.provide(Effect.void, storage({ filename, busyTimeout: 60_000 }))
      )
      expect(
        yield* Effect.flip(Effect.provide(Effect.void, storage({ filename, busyTimeout: 50 })))
      ).toMatchObject(unavailable)
      expect(yield* isDone(opener)).toBe(false)
      yield* letGo
      yield* Fiber.join(opener)
    })
  )
})

describe("two processes that write without a break", () => {
  it.live("let a third have its turns", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        const { accept } = yield* emailQueries
        const { insert } = yield* tenantQueries
        const others = yield* Effect.all([
          startProcess(program, "press", filename),
          startProcess(program, "press", filename)
        ])
        for (const { nextLine } of others) expect(yield* nextLine).toBe("ready")
        for (let index = 0; index < 30; index++) {
          expect((yield* accept(aSend(index)))._tag).toBe("Accepted")
          yield* insert({ ...tenant, id: `tn_${String(index)}`, name: `acme-${String(index)}` })
        }
        for (const { nextLine, say } of others) {
          yield* say("stop")
          expect(Number(yield* nextLine)).toBeGreaterThan(0)
        }
      }).pipe(Effect.provide(storage({ filename })))
    })
  )
})

describe("a file that another connection locks entirely", () => {
  it.live("opens once it is free, although the driver remembers what it could not prepare", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const other = yield* makeSqliteHost({ filename, hasLog: false })
      yield* other.unsafe("CREATE TABLE mine (id INTEGER)")
      yield* other.unsafe("BEGIN EXCLUSIVE")
      const opening = yield* Effect.forkChild(open({ filename, busyTimeout: 60_000 }))
      // Opening tries at once; what it can't prepare now, it would not again for ten minutes.
      const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* Effect.repeat(turn, { times: 200 })
      expect(yield* isDone(opening)).toBe(false)
      yield* other.unsafe("COMMIT")
      const sql = yield* Fiber.join(opening)
      expect(yield* sql`SELECT COUNT(*) AS count FROM mine`).toEqual([{ count: 0 }])
    })
  )
})
