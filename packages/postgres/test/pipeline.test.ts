import { StorageError } from "@telemark/contract"
import { expect, it } from "@effect/vitest"
import { AnswerLater, codesOf, Database } from "@telemark/core"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { open } from "../src/open.js"
import { fresh } from "./fresh.js"

const opened = Effect.gen(function* () {
  const { sql } = yield* open({ url: yield* fresh, maxConnections: 1 })
  yield* sql`CREATE TABLE notes (id integer PRIMARY KEY)`
  const { write } = yield* Effect.provide(
    Database,
    Layer.provide(Database.layer, Layer.succeed(SqlClient, sql))
  )
  const ids = Effect.map(sql<{ readonly id: number }>`SELECT id FROM notes ORDER BY id`, (rows) =>
    rows.map(({ id }) => id)
  )
  const add = (id: number) => sql`INSERT INTO notes (id) VALUES (${id})`
  return {
    add,
    addLater: (id: number) => Effect.provideService(add(id), AnswerLater, true),
    ids,
    sql,
    write
  }
})

const duplicate = "23505"

it.live("what isn't awaited is written in order, and committed with the rest", () =>
  Effect.gen(function* () {
    const { addLater, ids, write } = yield* opened
    const seen = yield* write(
      Effect.gen(function* () {
        yield* addLater(1)
        yield* addLater(2)
        const found = yield* ids
        yield* addLater(3)
        return found
      })
    )
    expect(seen).toEqual([1, 2])
    expect(yield* ids).toEqual([1, 2, 3])
  })
)

it.live("its failure is that of the next statement, or of the commit, and undoes all", () =>
  Effect.gen(function* () {
    const { add, addLater, ids, write } = yield* opened
    yield* add(1)
    const atStatement = write(Effect.andThen(addLater(1), add(2)))
    expect(codesOf(yield* Effect.flip(atStatement))).toContain(duplicate)
    const atCommit = write(Effect.andThen(add(3), addLater(1)))
    expect(codesOf(yield* Effect.flip(atCommit))).toContain(duplicate)
    const atNextLater = write(
      Effect.andThen(addLater(1), Effect.andThen(Effect.sleep(50), addLater(4)))
    )
    expect(codesOf(yield* Effect.flip(atNextLater))).toContain(duplicate)
    expect(yield* ids).toEqual([1])
    // The connection is as good as before.
    yield* write(addLater(5))
    expect(yield* ids).toEqual([1, 5])
  })
)

it.live("a caller that gives up leaves nothing of it", () =>
  Effect.gen(function* () {
    const { addLater, ids, write } = yield* opened
    const refused = new StorageError({ reason: "fault", cause: undefined })
    yield* Effect.flip(write(Effect.andThen(addLater(1), refused)))
    yield* Effect.timeoutOption(write(Effect.andThen(addLater(2), Effect.never)), 100)
    expect(yield* ids).toEqual([])
  })
)

it.live("outside of a transaction a statement is awaited", () =>
  Effect.gen(function* () {
    const { add, addLater } = yield* opened
    yield* add(1)
    expect(codesOf(yield* Effect.flip(addLater(1)))).toContain(duplicate)
  })
)
