import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { open } from "../src/open.js"
import { temporaryDirectory } from "./temporary.js"

it.live("prepares a statement again that could not be prepared, or that no longer fits", () =>
  Effect.gen(function* () {
    const filename = join(yield* temporaryDirectory, "mail.db")
    const sql = yield* open({ filename })
    const other = yield* open({ filename })
    const read = sql`SELECT text FROM note`
    const readAll = sql`SELECT * FROM note`
    yield* Effect.flip(read)
    yield* other`CREATE TABLE note (text TEXT)`
    expect(yield* read).toEqual([])
    expect(yield* readAll).toEqual([])
    yield* other`DROP TABLE note`
    yield* Effect.flip(read)
    yield* other`CREATE TABLE note (id INTEGER, text TEXT)`
    yield* other`INSERT INTO note VALUES (1, 'x')`
    expect(yield* read).toEqual([{ text: "x" }])
    expect(yield* readAll).toEqual([{ id: 1, text: "x" }])
  })
)
