import type { StorageError } from "@telemark/contract"
import { toStorageError, type WaitForLock } from "@telemark/core"
import { Effect, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type * as SqlClient from "effect/sql/SqlClient"
import { makeCommitSync } from "./LogSync.js"
import { withCheckpoints } from "./Checkpoints.js"
import { checkSameFile, makeFile } from "./databaseFile.js"
import { patientClient } from "./sqliteClient.js"
import { openSqlite } from "./sqliteConnection.js"
import { makeWaitForLock, standstill } from "./waitForLock.js"

export interface OpenOptions {
  /** It and its directory are created if they don't exist. */
  readonly filename: string
  /**
   * How long a statement waits for another process's lock, in milliseconds; 5000 by default. The
   * process goes on meanwhile. Afterwards it fails with a `StorageError` whose reason is
   * `unavailable`.
   */
  readonly busyTimeout?: number | undefined
}

export const waitForLockOf = ({ busyTimeout = 5000 }: OpenOptions): Effect.Effect<WaitForLock> =>
  makeWaitForLock(busyTimeout)

export const open = (
  options: OpenOptions,
  given?: WaitForLock
): Effect.Effect<SqlClient.SqlClient, StorageError, Scope.Scope> =>
  Effect.gen(function* () {
    const { filename } = options
    const waitForLock = given ?? (yield* waitForLockOf(options))
    yield* makeFile(filename)
    const { own, sameDriver } = yield* Effect.mapError(openSqlite(filename), toStorageError)
    const check = yield* checkSameFile(filename)
    const tuning = yield* patientClient({ own, check, waitForLock })
    const tune = (pragma: string) =>
      Effect.mapError(
        tuning.unsafe<Readonly<Record<string, unknown>>>(`PRAGMA ${pragma}`),
        toStorageError
      )
    yield* tune(`busy_timeout = ${String(standstill)}`)
    // 16 MB, whichever driver: the SQLite of Node begins with 2.
    yield* tune("cache_size = -16000")
    // Readers and the writer don't wait for each other. A database in memory has no log.
    const [mode] = yield* tune("journal_mode = WAL")
    // SQLite's own name of the file, whatever links lead to it: the log is beside that.
    const [main] = yield* tune("database_list")
    const path = mode?.["journal_mode"] === "wal" ? String(main?.["file"]) : undefined
    const sync = path === undefined ? undefined : yield* makeCommitSync(path)
    // NORMAL alone loses the last commits at a power cut, which are accepted sends. So the log is
    // synced before a write is answered.
    yield* tune(`synchronous = ${sync === undefined ? "FULL" : "NORMAL"}`)
    yield* tune("foreign_keys = ON")
    return yield* patientClient({
      own: path === undefined ? own : yield* withCheckpoints({ own, path, sameDriver }),
      check: sync === undefined ? check : Effect.andThen(check, sync.check),
      waitForLock,
      untilOnDisk: sync?.untilOnDisk
    })
  }).pipe(Effect.provide(Reactivity.layer))
