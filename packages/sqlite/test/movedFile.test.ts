import { describe, expect, it } from "@effect/vitest"
import { emailQueries, StorageHealth } from "@telemark/core"
import { Effect } from "effect"
import { copyFileSync, renameSync } from "node:fs"
import { join } from "node:path"
import { aSend } from "@telemark-tools/storages"
import { storage } from "./storage.js"
import { temporaryDirectory } from "./temporary.js"

/** What the ports say once the file has been taken away or replaced, and once it is back. */
const without = (takeAway: (filename: string, aside: string) => void) =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    const filename = join(directory, "mail.db")
    const aside = join(directory, "aside.db")
    yield* Effect.gen(function* () {
      const { accept } = yield* emailQueries
      const { check } = yield* StorageHealth
      yield* accept(aSend(1))
      takeAway(filename, aside)
      for (const use of [check, Effect.asVoid(accept(aSend(2)))]) {
        const error = yield* Effect.flip(use)
        expect(error).toMatchObject({ _tag: "StorageError", reason: "unavailable" })
        expect((error.cause as Error).message).toContain(
          `${filename} was removed or replaced while it was open`
        )
      }
      renameSync(aside, filename)
      yield* check
      expect((yield* accept(aSend(3)))._tag).toBe("Accepted")
    }).pipe(Effect.provide(storage({ filename })))

    // What was accepted is in the file that is there.
    const kept = Effect.flatMap(emailQueries, ({ list }) =>
      list("tn_a", { limit: 10, offset: 0 }, {})
    )
    const subjects = (yield* Effect.provide(kept, storage({ filename })))?.emails.map(
      ({ subject }) => subject
    )
    expect(subjects).toEqual(["No 3", "No 1"])
  })

describe("a file that its name no longer leads to", () => {
  it.effect("accepts nothing after it was removed, and resumes once it is back", () =>
    without((filename, aside) => {
      renameSync(filename, aside)
    })
  )

  it.effect("accepts nothing after it was replaced", () =>
    without((filename, aside) => {
      renameSync(filename, aside)
      copyFileSync(aside, filename)
    })
  )

  it.effect("is found again by a relative name after the process has changed its directory", () =>
    Effect.gen(function* () {
      const before = process.cwd()
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          process.chdir(before)
        })
      )
      process.chdir(yield* temporaryDirectory)
      yield* Effect.gen(function* () {
        process.chdir(before)
        const { accept } = yield* emailQueries
        expect((yield* accept(aSend(1)))._tag).toBe("Accepted")
      }).pipe(Effect.provide(storage({ filename: "mail.db" })))
    })
  )
})
