import { describe, expect, it } from "@effect/vitest"
import { domainChanges, makeSaveSmtpConfig, StoredKeys } from "@telemark/core"
import { layer } from "@telemark/sqlite"
import { aConfig, aDomain, startProcess } from "@telemark-tools/storages"
import { Clock, Effect, Layer, Logger, Redacted, References } from "effect"
import { spawnSync } from "node:child_process"
import { randomBytes, randomUUID } from "node:crypto"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { temporaryDirectory } from "./temporary.js"

const program = new URL("child.ts", import.meta.url)
const aKey = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const newFile = Effect.map(temporaryDirectory, (directory) => join(directory, "mail.db"))
const modeOf = (path: string) => statSync(path).mode & 0o777

/** The keys as text, as the storage has them now. */
const keys = Effect.map(
  Effect.flatMap(StoredKeys, (stored) => stored.keys),
  (found) => found?.map((key) => Buffer.from(Redacted.value(key)).toString("base64"))
)

const addOne = Effect.flatMap(StoredKeys, (stored) =>
  stored.update((present) => [Redacted.make(Uint8Array.from(randomBytes(32))), ...present])
)

/** A clock on which three seconds pass with each look at it. */
const hastyClock = (): Clock.Clock => {
  const clock = Clock.Clock.defaultValue()
  let nanos = 0n
  return {
    currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe(),
    currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
    currentTimeMillis: clock.currentTimeMillis,
    currentTimeNanos: Effect.sync(() => (nanos += 3_000_000_000n)),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}

/** What the operator reads when the keys can't be had. */
const refusal = Effect.map(
  Effect.flip(Effect.flatMap(StoredKeys, (stored) => stored.keys)),
  ({ cause, reason }) => [reason, (cause as Error).message]
)

describe("keys of stored secrets beside a SQLite file", () => {
  it.effect("are made at the first call, in a file that only its owner may read, and stay", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const file = `${filename}.secret`
      const first = yield* Effect.provide(
        Effect.gen(function* () {
          expect(readdirSync(join(filename, ".."))).not.toContain("mail.db.secret")
          const made = yield* keys
          expect(modeOf(file)).toBe(0o600)
          expect(yield* keys).toEqual(made)
          return made
        }),
        layer({ filename })
      )
      expect(first).toHaveLength(1)
      expect(Buffer.from(first![0]!, "base64")).toHaveLength(32)
      expect(readFileSync(file, "utf8")).toBe(`${first![0]!}\n`)
      expect(readFileSync(filename).includes(Buffer.from(first![0]!, "base64"))).toBe(false)
      expect(yield* Effect.provide(keys, layer({ filename }))).toEqual(first)
      expect(readdirSync(join(filename, "..")).sort()).toEqual(["mail.db", "mail.db.secret"])
    })
  )

  it.live("are the same for processes that ask for the first time at the same moment", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.provide(Effect.void, layer({ filename }))
      const processes = yield* Effect.all(
        Array.from({ length: 4 }, () => startProcess(program, "keys", filename)),
        { concurrency: "unbounded" }
      )
      for (const { nextLine } of processes) expect(yield* nextLine).toBe("ready")
      for (const { say } of processes) yield* say("go")
      const printed = yield* Effect.all(
        processes.map(({ rest }) => rest),
        { concurrency: "unbounded" }
      )
      const kept = JSON.stringify(yield* Effect.provide(keys, layer({ filename })))
      expect(printed).toEqual(printed.map(() => [kept]))
      expect(readdirSync(join(filename, "..")).filter((name) => name.includes("secret"))).toEqual([
        "mail.db.secret"
      ])
    })
  )

  it.live("lose none when two processes add fifty each at once", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const first = yield* Effect.provide(keys, layer({ filename }))
      const processes = yield* Effect.all(
        [1, 2].map(() => startProcess(program, "addKeys", filename)),
        { concurrency: "unbounded" }
      )
      for (const { nextLine } of processes) expect(yield* nextLine).toBe("ready")
      for (const { say } of processes) yield* say("go")
      const printed = yield* Effect.all(
        processes.map(({ rest }) => rest),
        { concurrency: "unbounded" }
      )
      const added = printed.flatMap(([line = ""]) => JSON.parse(line) as ReadonlyArray<string>)
      expect(added).toHaveLength(100)
      expect((yield* Effect.provide(keys, layer({ filename })))?.toSorted()).toEqual(
        [...added, ...(first ?? [])].toSorted()
      )
      expect(readdirSync(join(filename, "..")).filter((name) => name.includes("secret"))).toEqual([
        "mail.db.secret"
      ])
    })
  )

  it.live(
    "are changed although the lock was left by a process that is gone, or is older than a minute",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const lock = `${filename}.secret.lock`
        const gone = spawnSync(process.execPath, ["--version"]).pid
        yield* Effect.gen(function* () {
          yield* keys
          for (const text of [
            `${String(gone)} ${hostname()} ${randomUUID()}`,
            `${String(process.pid)} ${hostname()} ${randomUUID()}`,
            "",
            "1 elsewhere ../../x"
          ]) {
            writeFileSync(lock, text)
            if (!text.startsWith(String(gone)))
              utimesSync(lock, new Date(Date.now() - 61_000), new Date(Date.now() - 61_000))
            yield* Effect.all(
              Array.from({ length: 5 }, () => addOne),
              { concurrency: "unbounded" }
            )
            expect(existsSync(lock)).toBe(false)
          }
          expect(yield* keys).toHaveLength(21)
        }).pipe(Effect.provide(layer({ filename })))
        expect(readdirSync(join(filename, "..")).filter((name) => name.includes("secret"))).toEqual(
          ["mail.db.secret"]
        )
      })
  )

  it.effect(
    "are not changed while another process changes them for more than 10 s, which is said clearly",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const lock = `${filename}.secret.lock`
        yield* Effect.gen(function* () {
          const before = yield* keys
          const others = [
            `${String(process.pid)} ${hostname()} ${randomUUID()}`,
            `1 elsewhere ${randomUUID()}`,
            ""
          ]
          for (const text of others) {
            writeFileSync(lock, text)
            const { cause, reason } = yield* Effect.flip(
              Effect.provideService(addOne, Clock.Clock, hastyClock())
            )
            expect(reason).toBe("unavailable")
            expect((cause as Error).message).toContain(`remove the file ${lock}`)
            expect(readFileSync(lock, "utf8")).toBe(text)
          }
          expect(yield* keys).toEqual(before)
        }).pipe(Effect.provide(layer({ filename })))
      })
  )

  it.effect("are read at each call: those that another process keeps by now", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        yield* keys
        writeFileSync(`${filename}.secret`, `${aKey(1)}\r\n\n${aKey(2)}`)
        expect(yield* keys).toEqual([aKey(1), aKey(2)])
        yield* Effect.flatMap(StoredKeys, (stored) =>
          stored.update(() => [Redacted.make(new Uint8Array(32).fill(3))])
        )
        expect(yield* keys).toEqual([aKey(3)])
        expect(readFileSync(`${filename}.secret`, "utf8")).toBe(`${aKey(3)}\n`)
        expect(modeOf(`${filename}.secret`)).toBe(0o600)
      }).pipe(Effect.provide(layer({ filename })))
      expect(readdirSync(join(filename, "..")).filter((name) => name.includes("secret"))).toEqual([
        "mail.db.secret"
      ])
    })
  )

  it.effect(
    "are made anew after the file was removed, as long as nothing was sealed with them",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        yield* Effect.gen(function* () {
          const first = yield* keys
          rmSync(`${filename}.secret`)
          const second = yield* keys
          expect(second).not.toEqual(first)
          expect(yield* keys).toEqual(second)
        }).pipe(Effect.provide(layer({ filename })))
      })
  )

  it.effect("are not made anew once something was sealed, but missed until the file is back", () =>
    Effect.gen(function* () {
      for (const seal of [
        Effect.flatMap(makeSaveSmtpConfig, (save) => save(aConfig)),
        Effect.flatMap(domainChanges, ({ insert }) => insert(aDomain))
      ]) {
        const filename = yield* newFile
        const file = `${filename}.secret`
        yield* Effect.gen(function* () {
          const first = yield* keys
          yield* seal
          renameSync(file, `${file}.aside`)
          const [reason, message] = yield* refusal
          expect(reason).toBe("unavailable")
          expect(message).toContain(
            `The key file ${file} can't be used: it is missing, but stored secrets were encrypted with its keys`
          )
          expect(readdirSync(join(filename, ".."))).not.toContain("mail.db.secret")
          renameSync(`${file}.aside`, file)
          expect(yield* keys).toEqual(first)
        }).pipe(Effect.provide(layer({ filename })))
      }
    })
  )

  it.effect(
    "are refused if the file contains something else, which the message doesn't repeat",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const file = `${filename}.secret`
        yield* Effect.gen(function* () {
          for (const text of ["", "\n \n"]) {
            writeFileSync(file, text)
            expect(yield* refusal).toEqual([
              "unavailable",
              `The key file ${file} can't be used: it is empty. Restore it from its backup.`
            ])
          }
          for (const text of [
            "hunter2",
            `${aKey(1)}\nhunter2`,
            `${aKey(1)}${aKey(2)}`,
            Buffer.alloc(31).toString("base64"),
            "\0hunter2"
          ]) {
            writeFileSync(file, text)
            const [reason, message = ""] = yield* refusal
            expect(reason).toBe("unavailable")
            expect(message).toContain("it must have keys of 32 bytes in base64")
            expect(message).not.toContain("hunter2")
          }
          rmSync(file)
          mkdirSync(file)
          expect((yield* refusal)[1]).toContain("it is a directory")
        }).pipe(Effect.provide(layer({ filename })))
      })
  )

  it.effect.skipIf(process.getuid?.() === 0)("are refused where the file can't be read", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      writeFileSync(`${filename}.secret`, aKey(1), { mode: 0o000 })
      const [reason, message] = yield* Effect.provide(refusal, layer({ filename }))
      expect(reason).toBe("unavailable")
      expect(message).toContain("check who may access it")
    })
  )

  it.effect("are shut off from everybody but owner and group, and the log says so once", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const file = `${filename}.secret`
      const logged: Array<string> = []
      const logger = Logger.make(({ fiber, message }) => {
        logged.push(
          String([message, Object.keys(fiber.getRef(References.CurrentLogAnnotations)).length])
        )
      })
      yield* Effect.gen(function* () {
        yield* keys
        for (const [before, after] of [
          [0o644, 0o640],
          [0o666, 0o660],
          [0o660, 0o660],
          [0o400, 0o400]
        ] as const) {
          chmodSync(file, before)
          yield* keys
          expect(modeOf(file)).toBe(after)
        }
      }).pipe(Effect.provide(Layer.provideMerge(layer({ filename }), Logger.layer([logger]))))
      expect(
        logged.filter((line) =>
          line.includes("everybody on this machine could access the key file")
        )
      ).toHaveLength(2)
    })
  )

  // Root alone can give a file away, and take another user's rights.
  it.effect.skipIf(process.getuid?.() !== 0)(
    "are used though their file's mode can't be changed, and the log says so once",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const file = `${filename}.secret`
        const logged: Array<string> = []
        const logger = Logger.make(({ message }) => {
          logged.push(String(message))
        })
        chmodSync(join(filename, ".."), 0o755)
        writeFileSync(file, aKey(1), { mode: 0o644 })
        yield* Effect.gen(function* () {
          yield* Effect.acquireRelease(
            Effect.sync(() => {
              process.seteuid?.(65_534)
            }),
            () =>
              Effect.sync(() => {
                process.seteuid?.(0)
              })
          )
          expect(yield* keys).toEqual([aKey(1)])
          expect(yield* keys).toEqual([aKey(1)])
          expect(modeOf(file)).toBe(0o644)
        }).pipe(
          Effect.scoped,
          Effect.provide(Layer.provideMerge(layer({ filename }), Logger.layer([logger])))
        )
        expect(logged.filter((line) => line.includes("its mode can't be changed"))).toHaveLength(1)
      })
  )

  it.effect("are the same whichever name leads to the file", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const first = yield* Effect.provide(keys, layer({ filename }))
      symlinkSync(filename, join(filename, "..", "other.db"))
      expect(
        yield* Effect.provide(keys, layer({ filename: join(filename, "..", "other.db") }))
      ).toEqual(first)
    })
  )

  it.effect("are by chance and in memory for a database in memory", () =>
    Effect.gen(function* () {
      const before = process.cwd()
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          process.chdir(before)
        })
      )
      const directory = yield* temporaryDirectory
      process.chdir(directory)
      const twice = Effect.all([keys, keys])
      const [first, again] = yield* Effect.provide(twice, layer({ filename: ":memory:" }))
      const [other] = yield* Effect.provide(twice, layer({ filename: ":memory:" }))
      expect(again).toEqual(first)
      expect(other).not.toEqual(first)
      expect(readdirSync(directory)).toEqual([])
    })
  )
})
