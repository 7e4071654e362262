import { describe, expect, it } from "@effect/vitest"
import { emailQueries, makeSaveSmtpConfig, smtpConfigQueries, stored, WakeUp } from "@telemark/core"
import { layer } from "@telemark/sqlite"
import { Effect } from "effect"
import { join } from "node:path"
import { open } from "../src/open.js"
import { aConfig, aSend, startProcess } from "@telemark-tools/storages"
import { temporaryDirectory } from "./temporary.js"

const program = new URL("child.ts", import.meta.url)

const together = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })
const newFile = Effect.map(temporaryDirectory, (directory) => join(directory, "mail.db"))

/** Starts processes that wait for each other and then begin at the same moment. */
const startTogether = (count: number, role: string, filename: string) =>
  Effect.gen(function* () {
    const processes = yield* together(
      Array.from({ length: count }, () => startProcess(program, role, filename))
    )
    for (const { nextLine } of processes) expect(yield* nextLine).toBe("ready")
    for (const { say } of processes) yield* say("go")
    return processes
  })

describe("several processes on one file", () => {
  it.live("bring a new file's schema up to date once when they start together", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const processes = yield* startTogether(4, "migrate", filename)
      expect(yield* together(processes.map(({ rest }) => rest))).toEqual([
        ["migrated"],
        ["migrated"],
        ["migrated"],
        ["migrated"]
      ])
      const sql = yield* open({ filename })
      const steps = yield* sql<{
        readonly id: number
      }>`SELECT id FROM telemark_migrations ORDER BY id`
      expect(steps.length).toBeGreaterThan(0)
      expect(steps.map(({ id }) => id)).toEqual(steps.map((_, index) => index + 1))
    })
  )

  it.live("send once for a key, keep within the limit, and never claim a message twice", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.provide(Effect.void, layer({ filename }))
      const processes = yield* startTogether(3, "compete", filename)
      const printed = yield* together(processes.map(({ rest }) => rest))
      const lines = printed.map((each) =>
        each.map((line) => JSON.parse(line) as ReadonlyArray<string>)
      )
      const outcomes = lines.flatMap(([first = []]) => first)
      expect(outcomes).toHaveLength(180)
      expect(outcomes.filter((tag) => tag === "Accepted")).toHaveLength(40)
      const claimed = lines.flatMap(([, second = []]) => second)
      expect(new Set(claimed).size).toBe(claimed.length)
      expect(claimed).toHaveLength(40)
    })
  )

  it.live("own a domain once, and take each that is due once", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.provide(Effect.void, layer({ filename }))
      const processes = yield* startTogether(3, "verify", filename)
      const printed = yield* together(processes.map(({ rest }) => rest))
      const lines = printed.map((each) =>
        each.map((line) => JSON.parse(line) as ReadonlyArray<string>)
      )
      for (const index of Array.from({ length: 10 }, (_, nth) => nth)) {
        expect(lines.map(([changes]) => changes?.[index]).sort()).toEqual([
          "Changed",
          "Taken",
          "Taken"
        ])
      }
      const taken = lines.flatMap(([, due = []]) => due)
      expect(new Set(taken).size).toBe(taken.length)
      expect(taken).toHaveLength(30)
    })
  )

  it.live("wait for each other's lock, but not forever", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        const { accept, find } = yield* emailQueries
        const other = yield* startProcess(program, "lock", filename)
        expect(yield* other.nextLine).toBe("ready")
        const send = aSend(1)
        const error = yield* Effect.flip(accept(send))
        expect(error).toMatchObject({ _tag: "StorageError", reason: "unavailable" })
        expect(yield* find("tn_a", send.recipients[0]!.id)).toBeUndefined()

        yield* other.say("let go")
        expect(yield* other.nextLine).toBe("released")
        expect((yield* accept(send))._tag).toBe("Accepted")
      }).pipe(Effect.provide(layer({ filename, busyTimeout: 50 })))
    })
  )

  it.live("don't wait for each other's lock to store what is known of an SMTP server", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        const save = yield* makeSaveSmtpConfig
        const { setVerified } = yield* smtpConfigQueries
        yield* save(aConfig)
        const other = yield* startProcess(program, "lock", filename)
        expect(yield* other.nextLine).toBe("ready")
        yield* setVerified("tn_a", aConfig.id, aConfig.verified)
        yield* setVerified("tn_a", "replaced", !aConfig.verified)
        expect(
          (yield* Effect.flip(stored(setVerified("tn_a", aConfig.id, !aConfig.verified)))).reason
        ).toBe("unavailable")
      }).pipe(Effect.provide(layer({ filename, busyTimeout: 50 })))
    })
  )

  it.live("wake each other, and continue when one of them is killed", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const first = yield* startProcess(program, "wait", filename)
      const second = yield* startProcess(program, "wait", filename)
      for (const { nextLine } of [first, second]) expect(yield* nextLine).toBe("listening")
      yield* Effect.gen(function* () {
        const { signal } = yield* WakeUp
        yield* signal
        for (const { nextLine } of [first, second]) expect(yield* nextLine).toBe("woken")
        yield* first.kill
        for (const _ of [1, 2, 3]) {
          yield* signal
          expect(yield* second.nextLine).toBe("woken")
        }
      }).pipe(Effect.provide(layer({ filename })))
    })
  )

  it.live("lose nothing that was accepted when one of them is killed", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const sender = yield* startProcess(program, "send", filename)
      const first = yield* Effect.replicateEffect(sender.nextLine, 200)
      yield* sender.kill
      const ids = [...first, ...(yield* sender.rest)].filter((line) => line !== undefined)
      expect(ids.length).toBeGreaterThanOrEqual(200)
      const found = yield* Effect.provide(
        Effect.flatMap(emailQueries, ({ find }) => Effect.forEach(ids, (id) => find("tn_a", id))),
        layer({ filename })
      )
      expect(found.map((email) => email?.id)).toEqual(ids)
    })
  )
})
