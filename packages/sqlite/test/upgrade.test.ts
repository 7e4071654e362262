import { describe, expect, it } from "@effect/vitest"
import { layer } from "@telemark/sqlite"
import {
  earlierMigrations,
  earlierStorage,
  findsDecomposedAddresses,
  storesDecomposedAddresses,
  worksWithEarlierStorage
} from "@telemark-tools/storages"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { open } from "../src/open.js"
import { dump } from "./dump.js"
import { temporaryDirectory } from "./temporary.js"

describe("a SQLite file of an earlier version", () => {
  it.effect.each(earlierMigrations)(
    "is brought up to date with all its data, and its pending mail is delivered: after %s",
    (migration) =>
      Effect.gen(function* () {
        const filename = join(yield* temporaryDirectory, "mail.db")
        const fill = Effect.flatMap(open({ filename }), (sql) =>
          Effect.forEach(earlierStorage("sqlite", migration), (statement) => sql.unsafe(statement))
        )
        yield* Effect.scoped(fill)
        yield* Effect.provide(worksWithEarlierStorage, layer({ filename }))
        const schema = readFileSync(
          new URL("../../core/schema/sqlite.sql", import.meta.url),
          "utf8"
        )
        expect(yield* Effect.flatMap(open({ filename }), dump)).toBe(schema)
      })
  )

  it.effect.each([true, false])(
    "gets one key for composed and decomposed letters at the next start, with migrate: %s",
    (migrate) =>
      Effect.gen(function* () {
        const filename = join(yield* temporaryDirectory, "mail.db")
        yield* Effect.provide(storesDecomposedAddresses, layer({ filename }))
        yield* Effect.provide(findsDecomposedAddresses, layer({ filename, migrate }))
      })
  )
})
