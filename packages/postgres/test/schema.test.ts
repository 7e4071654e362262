import { readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { layer, type PostgresOptions } from "@telemark/postgres"
import { Effect } from "effect"
import { dump } from "./dump.js"
import { ask, empty, fresh, watcher } from "./fresh.js"

const start = (options: PostgresOptions) => Effect.provide(Effect.void, layer(options))
const refusal = (options: PostgresOptions) =>
  Effect.map(Effect.flip(start(options)), ({ cause }) => (cause as Error).message)

describe("the schema of a Postgres database", () => {
  it.live("of a newer version is refused", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const client = yield* watcher(url)
      yield* ask(
        client,
        "INSERT INTO telemark_migrations (id, name, applied_at) VALUES (1000, 'later', 0)"
      )
      for (const migrate of [true, false]) {
        expect(yield* refusal({ url, migrate })).toMatch(
          /has schema 1000, .* supports only up to \d+: a newer version has migrated it/
        )
      }
    })
  )

  it.live("is left alone on request, and then must be up to date", () =>
    Effect.gen(function* () {
      const url = yield* empty
      expect(yield* refusal({ url, migrate: false })).toContain("Run the migrations first")
      yield* start({ url })
      yield* start({ url, migrate: false })
    })
  )

  // Written anew by `UPDATE_SCHEMA=1 npx vitest run packages/postgres/test/schema.test.ts`. Not by a
  // snapshot of vitest: beside packages that have another copy of it, that isn't always found.
  it.live("is the one in packages/core/schema", () =>
    Effect.gen(function* () {
      const client = yield* watcher(yield* fresh)
      const text = yield* Effect.promise(() => dump(client))
      const file = new URL("../../core/schema/postgres.sql", import.meta.url)
      if (process.env["UPDATE_SCHEMA"] !== undefined) writeFileSync(file, text)
      expect(text).toBe(readFileSync(file, "utf8"))
    })
  )
})
