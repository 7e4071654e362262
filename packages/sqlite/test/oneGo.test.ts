import { describe, expect, it } from "@effect/vitest"
import { makeSqliteHost } from "@telemark-tools/storages/sqlite"
import { migrate } from "@telemark/core"
import { Effect, Exit, Fiber } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { open } from "../src/open.js"
import { temporaryDirectory } from "./temporary.js"

describe("a transaction of Telemark's own", () => {
  it.live(
    "lets nothing else of its process run before it has ended, which would wait for its lock in vain",
    () =>
      Effect.gen(function* () {
        const filename = join(yield* temporaryDirectory, "mail.db")
        const sql = yield* open({ filename })
        const host = yield* Effect.flatMap(makeSqliteHost({ filename }), ({ reserve }) => reserve)
        yield* host.executeRaw("PRAGMA busy_timeout = 0", [])
        const hasLock = () =>
          Exit.isSuccess(
            Effect.runSyncExit(
              Effect.andThen(
                host.executeRaw("BEGIN IMMEDIATE", []),
                host.executeRaw("ROLLBACK", [])
              )
            )
          )
        expect(hasLock()).toBe(true)
        // The longest one there is.
        const migrating = yield* Effect.forkChild(
          Effect.provideService(migrate, SqlClient.SqlClient, sql)
        )
        const failures = yield* Effect.promise(async () => {
          let count = 0
          for (let looks = 0; looks < 2000; looks++) {
            if (!hasLock()) count++
            await Promise.resolve()
          }
          return count
        })
        expect(yield* Fiber.join(migrating)).not.toEqual([])
        expect(failures).toBe(0)
      })
  )
})
