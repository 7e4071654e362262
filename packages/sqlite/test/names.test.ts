import { describe, expect, it } from "@effect/vitest"
import { emailQueries, MailQueue, makeSaveSmtpConfig, StoredKeys } from "@telemark/core"
import { layer, type SqliteOptions } from "@telemark/sqlite"
import { aConfig, aSend } from "@telemark-tools/storages"
import { Effect, Redacted } from "effect"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { open } from "../src/open.js"
import { dump } from "./dump.js"
import { temporaryDirectory } from "./temporary.js"

const newFile = Effect.map(temporaryDirectory, (directory) => join(directory, "app.db"))
const schemaOf = (filename: string) => Effect.scoped(Effect.flatMap(open({ filename }), dump))
const start = (options: SqliteOptions) => Effect.provide(Effect.void, layer(options))
const refusal = (options: SqliteOptions) =>
  Effect.map(Effect.flip(start(options)), ({ cause }) => (cause as Error).message)

/** What the host does in its file. */
const host = (filename: string, ...statements: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.flatMap(open({ filename }), (sql) =>
      Effect.forEach(statements, (statement) => sql.unsafe(statement))
    )
  )

describe("tables with a prefix in a SQLite file", () => {
  it.effect("are the usual ones, each table and index with it", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const usual = yield* newFile
      yield* start({ filename, tablePrefix: "tm_" })
      yield* start({ filename: usual })
      const schema = yield* schemaOf(filename)
      expect(schema.replaceAll(/"tm_(\w+)"/g, "$1")).toBe(yield* schemaOf(usual))
      const objects = [...schema.matchAll(/^CREATE (?:TABLE|(?:UNIQUE )?INDEX) (\S+)/gm)].map(
        ([, name]) => name
      )
      expect(objects.length).toBeGreaterThan(40)
      expect(objects.filter((name) => name?.startsWith('"tm_') !== true)).toEqual([])
    })
  )

  it.effect(
    "don't collide with the host's own of the same names, nor with another Telemark's",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        yield* host(
          filename,
          "CREATE TABLE emails (mine TEXT)",
          "INSERT INTO emails VALUES ('kept')"
        )
        yield* Effect.all(
          [start({ filename, tablePrefix: "a_" }), start({ filename, tablePrefix: "B_" })],
          { concurrency: "unbounded" }
        )
        for (const [tablePrefix, other, subject] of [
          ["a_", "B_", 1],
          ["B_", "a_", 2]
        ] as const) {
          yield* Effect.flatMap(emailQueries, ({ accept }) => accept(aSend(subject))).pipe(
            Effect.provide(layer({ filename, tablePrefix }))
          )
          const claim = Effect.flatMap(MailQueue, ({ claim }) =>
            claim({ owner: "w", until: 2e12 }, 10, 1.9e12)
          )
          expect(yield* Effect.provide(claim, layer({ filename, tablePrefix: other }))).toEqual([])
          expect(
            (yield* Effect.provide(claim, layer({ filename, tablePrefix }))).map(
              (mail) => mail.subject
            )
          ).toEqual([`No ${String(subject)}`])
        }
        expect(yield* host(filename, "SELECT * FROM emails")).toEqual([[{ mine: "kept" }]])
      })
  )

  it.effect(
    "have keys of their own, so that changing them leaves another Telemark's secrets open",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const keys = Effect.flatMap(StoredKeys, (stored) => stored.keys)
        const seal = Effect.andThen(
          keys,
          Effect.flatMap(makeSaveSmtpConfig, (save) => save(aConfig))
        )
        yield* Effect.provide(seal, layer({ filename }))
        yield* Effect.provide(seal, layer({ filename, tablePrefix: "tm_" }))
        const before = yield* Effect.provide(keys, layer({ filename }))
        const other = Redacted.make(new Uint8Array(32))
        yield* Effect.provide(
          Effect.flatMap(StoredKeys, (stored) => stored.update(() => [other])),
          layer({ filename, tablePrefix: "tm_" })
        )
        const after = yield* Effect.provide(keys, layer({ filename }))
        expect(after?.map(Redacted.value)).toEqual(before?.map(Redacted.value))
        expect(
          readdirSync(join(filename, ".."))
            .filter((name) => name.endsWith(".secret"))
            .sort()
        ).toEqual(["app.db.secret", "app.db.tm_.secret"])
      })
  )

  it.effect("are refused if a newer step was taken without an older one, whoever may migrate", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* start({ filename, tablePrefix: "tm_" })
      yield* host(filename, "DELETE FROM tm_telemark_migrations WHERE id = 4")
      expect(yield* refusal({ filename, tablePrefix: "tm_" })).toContain(
        "newer steps but lacks older ones"
      )
      expect(yield* refusal({ filename, tablePrefix: "tm_", migrate: false })).toContain(
        "newer steps but lacks older ones"
      )
    })
  )

  it.effect("are refused where steps are missing and none may be taken, with what to do", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* start({ filename })
      expect(yield* refusal({ filename, tablePrefix: "tm_", migrate: false })).toMatch(
        /has schema 0, .* needs \d+\. Run the migrations first: .*`telemark migrate --print` prints them/
      )
      yield* start({ filename, tablePrefix: "tm_" })
      yield* start({ filename, tablePrefix: "tm_", migrate: false })
    })
  )
})
