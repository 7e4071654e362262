import { describe, expect, it } from "@effect/vitest"
import { StorageError } from "@telemark/contract"
import { layerStorage, migrate, requireSchema, tenantQueries } from "@telemark/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { currentDialect } from "../../src/database/Database.js"
import { clientOf } from "./clientOf.js"

describe("the database of a client", () => {
  it.effect.each([
    ["sqlite", "sqlite"],
    ["pg", "postgres"]
  ] as const)("is known where the client is one for %s", ([dialect, name]) =>
    Effect.gen(function* () {
      expect(
        (yield* Effect.provideServiceEffect(currentDialect, SqlClient, clientOf(dialect))).name
      ).toBe(name)
    })
  )

  const uses: Readonly<Record<string, Effect.Effect<unknown, StorageError, SqlClient>>> = {
    migrating: migrate,
    "checking the schema": requireSchema,
    "any of the stores": Effect.provide(tenantQueries, layerStorage)
  }

  it.effect.each(
    (["mysql", "mssql", "clickhouse"] as const).flatMap((dialect) =>
      Object.keys(uses).map((use) => [dialect, use] as const)
    )
  )(
    "is not mistaken for another one: with %s, %s is refused with the reason, before any statement",
    ([dialect, use]) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(
          Effect.provideServiceEffect(uses[use] ?? Effect.void, SqlClient, clientOf(dialect))
        )
        expect(error).toBeInstanceOf(StorageError)
        expect(error.reason).toBe("fault")
        expect((error.cause as Error).message).toMatch(/neither for SQLite nor for Postgres/)
      })
  )
})
