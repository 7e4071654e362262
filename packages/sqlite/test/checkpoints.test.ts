import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import { readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { withCheckpoints } from "../src/Checkpoints.js"
import { openSqlite } from "../src/sqliteConnection.js"
import { temporaryDirectory } from "./temporary.js"

const say = (connection: Connection, text: string) => connection.executeRaw(text, [])

const opened = Effect.gen(function* () {
  const path = join(yield* temporaryDirectory, "mail.db")
  const { own, sameDriver } = yield* openSqlite(path)
  yield* say(own, "PRAGMA journal_mode = WAL")
  yield* say(own, "PRAGMA synchronous = NORMAL")
  yield* say(own, "CREATE TABLE mails (id INTEGER PRIMARY KEY, html TEXT NOT NULL) STRICT")
  return { own, path, sameDriver }
})

const commitMany = (connection: Connection, commits: number) =>
  Effect.repeat(
    Effect.gen(function* () {
      yield* say(connection, "BEGIN IMMEDIATE")
      yield* connection.executeRaw("INSERT INTO mails (html) VALUES (?)", ["x".repeat(8000)])
      yield* say(connection, "COMMIT")
    }),
    { times: commits - 1 }
  )

const limitOf = (connection: Connection) =>
  Effect.map(
    connection.execute("PRAGMA wal_autocheckpoint", [], undefined),
    ([row]: ReadonlyArray<Readonly<Record<string, unknown>>>) => row?.["wal_autocheckpoint"]
  )

it.effect("a thread writes what was committed into the file, and is gone once it is closed", () =>
  Effect.gen(function* () {
    const path = yield* Effect.scoped(
      Effect.gen(function* () {
        const { own, path: file, sameDriver } = yield* opened
        expect(sameDriver).toBeDefined()
        const connection = yield* withCheckpoints({ own, path: file, sameDriver })
        const before = statSync(file).size
        yield* commitMany(connection, 64)
        yield* Effect.promise(() => expect.poll(() => statSync(file).size).toBeGreaterThan(before))
        // Fewer pages than those after which COMMIT would have written them by itself.
        expect(statSync(`${file}-wal`).size).toBeLessThan(4_000_000)
        expect(yield* limitOf(own)).toBe(10_000)
        const [found] = yield* connection.execute("PRAGMA integrity_check", [], undefined)
        expect(found).toEqual({ integrity_check: "ok" })
        return file
      })
    )
    expect(() => readdirSync(dirname(path))).toThrow("ENOENT")
  })
)

it.effect("where such a thread can't open the file, COMMIT goes on to write it", () =>
  Effect.gen(function* () {
    const { own, path } = yield* opened
    const connection = yield* withCheckpoints({
      own,
      path,
      sameDriver: { binary: join(path, "build/Release/better_sqlite3.node") }
    })
    yield* commitMany(connection, 64)
    yield* Effect.promise(() => expect.poll(() => Effect.runPromise(limitOf(own))).toBe(1000))
    yield* commitMany(connection, 200)
    expect(statSync(path).size).toBeGreaterThan(1_000_000)
  })
)

it.effect("without a driver that a thread could load, nothing changes", () =>
  Effect.gen(function* () {
    const { own, path } = yield* opened
    expect(yield* withCheckpoints({ own, path, sameDriver: undefined })).toBe(own)
    expect(yield* limitOf(own)).toBe(1000)
  })
)
