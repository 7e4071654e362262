import { describe, expect, it } from "@effect/vitest"
import type { StorageError } from "@telemark/contract"
import { tenantQueries } from "@telemark/core"
import { layer, type SqliteOptions } from "@telemark/sqlite"
import { Effect } from "effect"
import { vi } from "vitest"
import fs, {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import { open } from "../src/open.js"
import { dump } from "./dump.js"
import { temporaryDirectory } from "./temporary.js"

const start = (options: SqliteOptions) => Effect.provide(Effect.void, layer(options))

/** What the operator reads when the storage can't be opened. */
const refusal = (options: SqliteOptions) =>
  Effect.map(Effect.flip(start(options)), (error: StorageError) => {
    expect(error._tag).toBe("StorageError")
    return (error.cause as Error).message
  })

describe("opening a SQLite file", () => {
  it.effect("makes the file and its directory, which only their owner may read", () =>
    Effect.gen(function* () {
      const directory = join(yield* temporaryDirectory, "deep", "data")
      yield* start({ filename: join(directory, "mail.db") })
      expect(statSync(directory).mode & 0o777).toBe(0o700)
      for (const name of readdirSync(directory))
        expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600)
      expect(readdirSync(directory)).toContain("mail.db")
    })
  )

  it.effect("makes the same of every empty file of a process, beside a file that has tables", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const made = (name: string, before: ReadonlyArray<string> = []) =>
        Effect.gen(function* () {
          const filename = join(directory, name)
          yield* Effect.scoped(
            Effect.flatMap(open({ filename }), (sql) =>
              Effect.forEach(before, (statement) => sql.unsafe(statement))
            )
          )
          yield* start({ filename, tablePrefix: "tm_" })
          const sql = yield* open({ filename })
          return [
            yield* dump(sql),
            yield* sql`SELECT id, name FROM tm_telemark_migrations`
          ] as const
        })
      const first = yield* made("first.db")
      const host = "CREATE TABLE host (id INTEGER)"
      expect(first[0]).not.toBe("")
      expect(yield* made("second.db")).toEqual(first)
      const [schema, steps] = yield* made("host.db", [host])
      expect(schema.split("\n\n").filter((statement) => !statement.startsWith(host))).toEqual(
        first[0].split("\n\n")
      )
      expect(steps).toEqual(first[1])
    })
  )

  it.effect("keeps what was written for the next start", () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryDirectory, "mail.db")
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
      yield* Effect.flatMap(tenantQueries, (store) => store.insert(tenant)).pipe(
        Effect.provide(layer({ filename }))
      )
      const find = Effect.flatMap(tenantQueries, (store) => store.findByName("acme"))
      const found = yield* Effect.provide(find, layer({ filename }))
      expect(found).toEqual(tenant)
    })
  )

  it.live("waits for the disk after each commit, writes ahead, and checks references", () =>
    Effect.gen(function* () {
      const sql = yield* open({ filename: join(yield* temporaryDirectory, "mail.db") })
      const pragma = (name: string) =>
        Effect.map(
          sql.unsafe<Record<string, unknown>>(`PRAGMA ${name}`),
          ([row]) => Object.values(row ?? {})[0]
        )
      expect(yield* pragma("journal_mode")).toBe("wal")
      // The log isn't synced inside COMMIT, but after it.
      expect(yield* pragma("synchronous")).toBe(1)
      const sync = yield* Effect.acquireRelease(
        Effect.sync(() => vi.spyOn(fs, "fdatasync")),
        (spy) =>
          Effect.sync(() => {
            spy.mockRestore()
          })
      )
      yield* sql`CREATE TABLE note (text TEXT)`
      expect(sync).toHaveBeenCalledTimes(1)
      yield* sql`SELECT text FROM note`
      expect(sync).toHaveBeenCalledTimes(1)
      expect(yield* pragma("foreign_keys")).toBe(1)
    })
  )

  it.effect("works in memory, for tests of applications", () => start({ filename: ":memory:" }))

  it.effect("says that a file is not a database", () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryDirectory, "mail.db")
      writeFileSync(filename, "To whom it may concern: this is a letter.\n".repeat(100))
      expect(yield* refusal({ filename })).toBe(
        `The database file ${filename} can't be used: it is not a SQLite database, or it is damaged.`
      )
    })
  )

  it.effect("says that the path is a directory", () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryDirectory, "mail.db")
      mkdirSync(filename)
      expect(yield* refusal({ filename })).toContain("can't be opened or made")
    })
  )

  it.effect("says that a part of the path is a file", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "file")
      writeFileSync(file, "")
      expect(yield* refusal({ filename: join(file, "mail.db") })).toContain(
        "a part of its path is a file"
      )
    })
  )

  it.effect("says that the file can't be written to, whether or not it is to migrate", () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryDirectory, "mail.db")
      yield* start({ filename })
      // The file's write version, byte 18: above 2, SQLite may read the file but not write it.
      // Unlike its permissions, this binds root too.
      const file = openSync(filename, "r+")
      writeSync(file, Uint8Array.of(3), 0, 1, 18)
      closeSync(file)
      expect(yield* refusal({ filename })).toContain("it can't be written to")
      expect(yield* refusal({ filename, migrate: false })).toContain("it can't be written to")
    })
  )

  it.effect.skipIf(process.getuid?.() === 0)("says that permissions forbid writing", () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryDirectory, "mail.db")
      yield* start({ filename })
      chmodSync(filename, 0o400)
      expect(yield* refusal({ filename })).toContain("it can't be written to")
    })
  )
})

describe("the schema of a SQLite file", () => {
  it.effect("of a newer version is refused", () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryDirectory, "mail.db")
      yield* start({ filename })
      yield* Effect.scoped(
        Effect.flatMap(
          open({ filename }),
          (sql) =>
            sql`INSERT INTO telemark_migrations (id, name, applied_at) VALUES (1000, 'later', 0)`
        )
      )
      for (const migrate of [true, false]) {
        expect(yield* refusal({ filename, migrate })).toMatch(
          /has schema 1000, .* supports only up to \d+: a newer version has migrated it/
        )
      }
    })
  )

  it.effect("is left alone on request, and then must be up to date", () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryDirectory, "mail.db")
      expect(yield* refusal({ filename, migrate: false })).toContain("Run the migrations first")
      yield* start({ filename })
      yield* start({ filename, migrate: false })
    })
  )

  it.effect("is the one in packages/core/schema", ({ expect }) =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryDirectory, "mail.db")
      yield* start({ filename })
      const text = yield* Effect.flatMap(open({ filename }), dump)
      yield* Effect.promise(() => expect(text).toMatchFileSnapshot("../../core/schema/sqlite.sql"))
    })
  )
})
