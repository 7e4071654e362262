import type { StorageError } from "@telemark/contract"
import {
  makeLimiter,
  makeSqlClient,
  setUntilOnDisk,
  toStorageError,
  type UntilOnDisk,
  type WaitForLock
} from "@telemark/core"
import { Effect, Layer, Stream } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { Acquirer, Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import { makeFile } from "./databaseFile.js"
import { explainSqliteError, refusal } from "./explainSqliteError.js"
import { openSqlite } from "./sqliteConnection.js"

/** Some ten thousand a second run: the last waits for about a second. */
const maxWaiting = 10_000

/** The same may succeed later, without waiting as for SQLITE_BUSY, another process's lock. */
const tooMany = (): SqlError =>
  refusal("SQLITE_LOCKED", "too many statements are waiting for the connection")

/** Needn't wait for the disk. Most statements outside of transactions do. */
const onlyReads = (text: string): boolean =>
  /^\s*(?:SELECT|PRAGMA|EXPLAIN)\b/i.test(text) ||
  !/\b(?:INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP)\b/i.test(text)

interface PatientClientOptions {
  readonly own: Connection
  /** Runs whenever a statement or transaction gets the connection. */
  readonly check: Effect.Effect<void, SqlError>
  readonly waitForLock: WaitForLock
  /** Undefined if COMMIT waits for the disk itself. */
  readonly untilOnDisk?: UntilOnDisk | undefined
}

/**
 * A client of one connection, which statements release while they wait for a lock. Transactions
 * begin with the write lock, so nothing in them waits.
 */
export const patientClient = ({
  check,
  own,
  untilOnDisk,
  waitForLock
}: PatientClientOptions): Effect.Effect<SqlClient.SqlClient, never, Reactivity.Reactivity> =>
  Effect.gen(function* () {
    const turns = makeLimiter({ permits: 1, refuse: { maxWaiting, error: tooMany } })

    const alone = <A>(text: string, statement: Effect.Effect<A, SqlError>) => {
      const done = waitForLock(turns.run()(Effect.andThen(check, statement)))
      return untilOnDisk === undefined || onlyReads(text) ? done : Effect.tap(done, untilOnDisk)
    }

    const reserve: Acquirer = turns
      .acquire()
      .pipe(Effect.andThen(Effect.uninterruptible(check)), Effect.as(own))

    const connection: Connection = {
      execute: (...statement) => alone(statement[0], own.execute(...statement)),
      executeRaw: (...statement) => alone(statement[0], own.executeRaw(...statement)),
      executeValues: (...statement) => alone(statement[0], own.executeValues(...statement)),
      executeValuesUnprepared: (...statement) =>
        alone(statement[0], own.executeValuesUnprepared(...statement)),
      executeUnprepared: (...statement) => alone(statement[0], own.executeUnprepared(...statement)),
      executeStream: (...statement) =>
        Stream.unwrap(Effect.as(reserve, own.executeStream(...statement)))
    }
    const client = yield* makeSqlClient({
      connection,
      transactionAcquirer: reserve,
      driver: "telemark-sqlite",
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: [["db.system.name", "sqlite"]],
      beginTransaction: "BEGIN IMMEDIATE",
      // SQLite has ended it after some failures, and not after others.
      onCommitFailure: (failed) =>
        Effect.ignore(failed.executeUnprepared("ROLLBACK", [], undefined))
    })
    if (untilOnDisk !== undefined) setUntilOnDisk(client, untilOnDisk)
    return client
  })

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
      const { own } = yield* openSqlite(filename)
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
