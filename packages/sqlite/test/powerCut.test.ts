import { describe, expect, it } from "@effect/vitest"
import { emailQueries, MailQueue, tenantQueries } from "@telemark/core"
import { aSend } from "@telemark-tools/storages"
import { Effect, Fiber } from "effect"
import fs from "node:fs"
import { join } from "node:path"
import { vi } from "vitest"
import { makeCommitSync } from "../src/LogSync.js"
import { storage } from "./storage.js"
import { temporaryDirectory } from "./temporary.js"

type Done = (error: NodeJS.ErrnoException | null) => void

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
const acceptOne = (index: number) =>
  Effect.suspend(() => {
    const send = aSend(index)
    return Effect.as(
      Effect.flatMap(emailQueries, ({ accept }) => accept(send)),
      send.recipients[0]?.id ?? ""
    )
  })

/** Puts another disk under the log for as long as the scope is open. */
const syncBy = (sync: (really: (done: Done) => void, done: Done) => void) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const real = fs.fdatasync
      return vi.spyOn(fs, "fdatasync").mockImplementation((file, done) => {
        sync((then) => {
          real(file, then)
        }, done)
      })
    }),
    (spy) =>
      Effect.sync(() => {
        spy.mockRestore()
      })
  )

/** A disk that finishes nothing until it is let. */
const stalledDisk = Effect.gen(function* () {
  const pending: Array<() => void> = []
  yield* syncBy((really, done) => {
    pending.push(() => {
      really(done)
    })
  })
  const areAsked = (syncs: number) =>
    Effect.promise(() => expect.poll(() => pending.length).toBe(syncs))
  const letGo = Effect.sync(() => {
    for (const go of pending.splice(0)) go()
  })
  return { areAsked, letGo }
})

/** Turns of the event loop in which everything would end that doesn't wait for the disk. */
const meanwhile = Effect.repeat(
  Effect.promise(
    () =>
      new Promise((resolve) => {
        setImmediate(resolve)
      })
  ),
  { times: 50 }
)

const onFile = <A, E, R>(use: (filename: string) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(temporaryDirectory, (directory) => {
    const filename = join(directory, "mail.db")
    return Effect.provide(use(filename), storage({ filename }))
  })

describe("a power cut", () => {
  it.live("loses nothing that was accepted", () =>
    onFile((filename) =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        let number = 0
        let onDisk = -1
        const copyOf = (index: number) => join(directory, `${String(index)}.db`)
        // The disk has what was written when it was asked, as soon as it says so.
        yield* syncBy((really, done) => {
          const copy = number++
          for (const end of ["", "-wal"]) fs.copyFileSync(filename + end, copyOf(copy) + end)
          really((error) => {
            onDisk = Math.max(onDisk, copy)
            done(error)
          })
        })
        const idsAfterCut = Effect.suspend(() => {
          const copy = join(directory, `after${String(number++)}.db`)
          for (const end of ["", "-wal"]) fs.copyFileSync(copyOf(onDisk) + end, copy + end)
          return Effect.flatMap(emailQueries, ({ list }) =>
            list("tn_a", { limit: 100, offset: 0 }, {})
          ).pipe(
            Effect.map((page) => page?.emails.map(({ id }) => id) ?? []),
            Effect.provide(storage({ filename: copy }))
          )
        })
        const acceptAndLook = (index: number) =>
          Effect.flatMap(acceptOne(index), (id) =>
            Effect.map(idsAfterCut, (ids) => {
              expect(ids).toContain(id)
            })
          )
        yield* Effect.forEach([1, 2, 3], acceptAndLook)
        yield* Effect.forEach(
          Array.from({ length: 20 }, (_, index) => 10 + index),
          acceptAndLook,
          { concurrency: "unbounded" }
        )
        expect(yield* idsAfterCut).toHaveLength(23)
      })
    )
  )

  it.live(
    "answers no caller whose mail the disk doesn't have yet: two syncs are under way at once, and others wait together for the next",
    () =>
      onFile(() =>
        Effect.gen(function* () {
          yield* acceptOne(0)
          const { areAsked, letGo } = yield* stalledDisk
          const first = yield* Effect.forkChild(acceptOne(1))
          yield* areAsked(1)
          const alone = yield* Effect.forkChild(
            Effect.flatMap(tenantQueries, ({ insert }) => insert(tenant))
          )
          yield* areAsked(2)
          const others = yield* Effect.forEach([2, 3, 4], (index) =>
            Effect.forkChild(acceptOne(index))
          )
          yield* meanwhile
          for (const fiber of [first, alone, ...others]) expect(fiber.pollUnsafe()).toBeUndefined()
          yield* letGo
          yield* Fiber.join(first)
          yield* Fiber.join(alone)
          yield* areAsked(1)
          yield* meanwhile
          for (const fiber of others) expect(fiber.pollUnsafe()).toBeUndefined()
          yield* letGo
          yield* Fiber.joinAll(others)
          expect(fs.fdatasync).toHaveBeenCalledTimes(3)
        })
      )
  )

  it.live("may undo a lease: neither a lease nor a look-up waits for the disk", () =>
    onFile(() =>
      Effect.gen(function* () {
        const id = yield* acceptOne(1)
        yield* stalledDisk
        const { claim } = yield* MailQueue
        expect(
          (yield* claim({ owner: "w", until: 2e12 }, 10, 1.9e12)).map((message) => message.id)
        ).toEqual([id])
        yield* Effect.flatMap(emailQueries, ({ list }) =>
          list("tn_a", { limit: 10, offset: 0 }, {})
        )
        expect(fs.fdatasync).not.toHaveBeenCalled()
      })
    )
  )
})

describe("a disk that fails", () => {
  it.live(
    "is reported to all that share the commit, and to all that come later: what follows in the log is as unsafe",
    () =>
      onFile(() =>
        Effect.gen(function* () {
          yield* acceptOne(0)
          let fails = true
          yield* syncBy((really, done) => {
            if (!fails) return really(done)
            fails = false
            done(Object.assign(new Error("EIO: i/o error"), { code: "EIO" }))
          })
          const failed = yield* Effect.forEach(
            [1, 2, 3],
            (index) => Effect.flip(acceptOne(index)),
            { concurrency: "unbounded" }
          )
          expect(failed.map(({ _tag, reason }) => [_tag, reason])).toEqual(
            failed.map(() => ["StorageError", "unavailable"])
          )
          const later = yield* Effect.flip(acceptOne(4))
          expect([later._tag, String(later.cause)]).toEqual([
            "StorageError",
            expect.stringContaining("check the disk, and restart")
          ])
          expect(fs.fdatasync).toHaveBeenCalledTimes(1)
        })
      )
  )

  it.live("is not one for which the log could not be opened: the next commit tries again", () =>
    Effect.gen(function* () {
      const log = join(yield* temporaryDirectory, "mail.db-wal")
      fs.writeFileSync(log, "")
      const noneLeft = (_path: string, _flags: string, done: Done): void => {
        done(Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" }))
      }
      const open = vi.spyOn(fs, "open").mockImplementationOnce(noneLeft as never)
      const { check, untilOnDisk } = yield* makeCommitSync(log.slice(0, -"-wal".length))
      expect((yield* Effect.flip(untilOnDisk)).message).toContain("the next commit tries again")
      yield* check
      yield* untilOnDisk
      open.mockRestore()
    })
  )
})
