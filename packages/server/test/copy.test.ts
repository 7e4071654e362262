import { describe, expect, it } from "@effect/vitest"
import { StorageError } from "@telemark/core"
import { Effect } from "effect"
import {
  aFile,
  begin,
  contentsOf,
  open,
  perform,
  randomWrites,
  readSchema
} from "./support/copying.js"
import { copyingTests } from "./support/copyingTests.js"

describe("a copy from SQLite to SQLite", () => {
  copyingTests(() => Promise.resolve({ source: aFile(), target: aFile() }))

  it.effect(
    "is written by one command at a time: the other ends before it writes what it read",
    () =>
      Effect.gen(function* () {
        const schema = yield* readSchema
        const [source, target] = [yield* open(aFile()), yield* open(aFile())]
        yield* perform(source, randomWrites(schema, 4, 1))
        const first = yield* begin(source, target)
        const second = Effect.flatMap(begin(source, target), (copy) =>
          copy.copyTables(() => Effect.void)
        )
        let reports = 0
        const overtaken = yield* Effect.flip(
          first.copyTables(() => (reports++ === 3 ? Effect.orDie(second) : Effect.void))
        )
        expect(overtaken).toBeInstanceOf(StorageError)
        expect(String(overtaken.cause)).toContain("Another `telemark copy`")
        expect(yield* contentsOf(target, schema)).toEqual(yield* contentsOf(source, schema))
      }).pipe(Effect.scoped)
  )
})
