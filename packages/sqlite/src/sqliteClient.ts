import type { StorageError } from "@telemark/contract"
import { toStorageError } from "@telemark/core"
import { Effect, Layer } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import { explainSqliteError } from "./explainSqliteError.js"
import { makeFile } from "./open.js"
import { patientClient } from "./patientClient.js"
import { openSqlite } from "./sqliteConnection.js"

/** Options of `sqliteClient()`. */
export interface SqliteClientOptions {
  /** It and its directory are created if they don't exist. */
  readonly filename: string
  /**
   * For how many milliseconds a statement, and the process with it, waits for another process's
   * lock; 5000 by default.
   */
  readonly busyTimeout?: number | undefined
}

/**
 * A client of `effect/sql` on a SQLite file, for your application's own tables: `sqliteFrom()` puts
 * the storage on it. Transactions begin with the write lock. Statements and transactions get its
 * one connection in turn.
 */
export const sqliteClient = ({
  busyTimeout = 5000,
  filename
}: SqliteClientOptions): Layer.Layer<SqlClient.SqlClient, StorageError> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      yield* makeFile(filename)
      const own = yield* openSqlite(filename)
      const tune = (pragma: string) => own.executeUnprepared(`PRAGMA ${pragma}`, [], undefined)
      yield* tune(`busy_timeout = ${String(busyTimeout)}`)
      yield* tune("journal_mode = WAL")
      yield* tune("foreign_keys = ON")
      // SQLite itself waits for locks.
      return yield* patientClient({ own, check: Effect.void, waitForLock: (attempt) => attempt })
    }).pipe(
      Effect.mapError((error) => explainSqliteError(filename)(toStorageError(error))),
      Effect.provide(Reactivity.layer)
    )
  )
