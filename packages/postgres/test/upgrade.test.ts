import { describe, expect, it } from "@effect/vitest"
import { layer } from "@telemark/postgres"
import {
  earlierMigrations,
  earlierStorage,
  worksWithEarlierStorage
} from "@telemark-tools/storages"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { dump } from "./dump.js"
import { ask, empty, watcher } from "./fresh.js"

describe("a Postgres database of an earlier version", () => {
  it.scopedLive.each(earlierMigrations)(
    "is brought up to date with all its data, and its pending mail is delivered: after %s",
    (migration) =>
      Effect.gen(function* () {
        const url = yield* empty
        const client = yield* watcher(url)
        for (const statement of earlierStorage("postgres", migration)) yield* ask(client, statement)
        yield* Effect.provide(worksWithEarlierStorage, layer({ url }))
        const schema = readFileSync(
          new URL("../../sql/schema/postgres.sql", import.meta.url),
          "utf8"
        )
        expect(yield* Effect.promise(() => dump(client))).toBe(schema)
      })
  )
})
