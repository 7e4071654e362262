import {
  makeLimiter,
  makeSqlClient,
  setUntilOnDisk,
  type UntilOnDisk,
  type WaitForLock
} from "@telemark/core"
import { Effect, Stream } from "effect"
import type * as Reactivity from "effect/reactivity/Reactivity"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Acquirer, Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import { refusal } from "./explainSqliteError.js"

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
