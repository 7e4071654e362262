import { describe, expect, it } from "@effect/vitest"
import { layer } from "@telemark/postgres"
import {
  earlierMigrations,
  earlierStorage,
  findsDecomposedAddresses,
  storesDecomposedAddresses,
  worksWithEarlierStorage
} from "@telemark-tools/storages"
import { Effect, Fiber, Layer } from "effect"
import { readFileSync } from "node:fs"
import { dump } from "./dump.js"
import { ask, empty, eventually, fresh, watcher } from "./fresh.js"

describe("a Postgres database of an earlier version", () => {
  it.live.each(earlierMigrations)(
    "is brought up to date with all its data, and its pending mail is delivered: after %s",
    (migration) =>
      Effect.gen(function* () {
        const url = yield* empty
        const client = yield* watcher(url)
        for (const statement of earlierStorage("postgres", migration)) yield* ask(client, statement)
        yield* Effect.provide(worksWithEarlierStorage, layer({ url }))
        const schema = readFileSync(
          new URL("../../core/schema/postgres.sql", import.meta.url),
          "utf8"
        )
        expect(yield* Effect.promise(() => dump(client))).toBe(schema)
      })
  )

  it.live("gets one key for composed and decomposed letters, by processes that start at once", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      yield* Effect.provide(storesDecomposedAddresses, layer({ url }))
      yield* Effect.all(
        [true, false, true].map((migrate) =>
          Effect.provide(findsDecomposedAddresses, layer({ url, migrate }))
        ),
        { concurrency: "unbounded" }
      )
    })
  )

  it.live("is brought up to date beside processes that work on it, and ends none of them", () =>
    Effect.gen(function* () {
      const url = yield* empty
      const worker = yield* watcher(url)
      const operator = yield* watcher(url)
      for (const statement of earlierStorage("postgres", "0006")) yield* ask(worker, statement)
      // As a worker that records an outcome: the queue's row first, then the message.
      yield* ask(worker, "BEGIN")
      yield* ask(worker, "LOCK TABLE queue IN ROW EXCLUSIVE MODE")
      const migrated = yield* Effect.forkChild(Effect.scoped(Layer.build(layer({ url }))))
      yield* eventually(
        operator,
        "EXISTS (SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
      )
      yield* ask(worker, "LOCK TABLE emails IN ROW EXCLUSIVE MODE")
      yield* ask(worker, "COMMIT")
      yield* Fiber.join(migrated)
    })
  )
})
