import { layer, type SqliteOptions } from "@telemark/sqlite"
import { Effect } from "effect"
import { copyFile, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { temporaryDirectory } from "./temporary.js"

/**
 * For a whole file of tests: makes storage with nothing in it, of which each test has a copy. To
 * make its tables takes longer than most tests do.
 */
export const makeEmptyFile = async (names: Pick<SqliteOptions, "tablePrefix"> = {}) => {
  const directory = await mkdtemp(join(tmpdir(), "telemark-sqlite-"))
  afterAll(() => rm(directory, { recursive: true, force: true }))
  const empty = join(directory, "empty.db")
  await Effect.runPromise(Effect.provide(Effect.void, layer({ filename: empty, ...names })))
  /** The name of a copy that is gone when the scope closes. */
  const copy = Effect.gen(function* () {
    const filename = join(yield* temporaryDirectory, "mail.db")
    yield* Effect.promise(() => copyFile(empty, filename))
    return filename
  })
  return copy
}
