import type * as Reactivity from "@effect/experimental/Reactivity"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import { makeLimiter } from "@telemark/core"
import { makeSqlClient, setUntilOnDisk, type UntilOnDisk, type WaitForLock } from "@telemark/sql"
import { Effect, Stream } from "effect"
import { refusal } from "./refusal.js"

/** Statements and transactions that wait for the connection. At some ten thousand a second, the last of them waits for about a second. */
const maxWaiting = 10_000

/** By the code, the same may succeed later; but it isn't the lock of another process, which would be waited for. */
const tooMany = (): SqlError => refusal("SQLITE_LOCKED", "too many statements are waiting for the connection")

/** Most statements outside of transactions look something up, which leaves nothing to wait for. */
const onlyReads = (text: string): boolean => /^\s*(?:SELECT|PRAGMA|EXPLAIN)\b/i.test(text) || !/\b(?:INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP)\b/i.test(text)

interface PatientClientOptions {
  readonly own: Connection
  /** Made by whoever gets the connection. */
  readonly check: Effect.Effect<void, SqlError>
  readonly waitForLock: WaitForLock
  /** What waits for the disk after a commit, if that itself doesn't. */
  readonly untilOnDisk?: UntilOnDisk | undefined
}

/**
 * A client of one connection, which statements outside of transactions don't hold while they wait for a lock.
 * Transactions have the write lock from their beginning: inside them nothing waits. Whoever gets the connection
 * makes the check first.
 */
export const patientClient = (
  { check, own, untilOnDisk, waitForLock }: PatientClientOptions
): Effect.Effect<SqlClient.SqlClient, never, Reactivity.Reactivity> =>
  Effect.gen(function*() {
    const turns = makeLimiter({ permits: 1, refuse: { maxWaiting, error: tooMany } })

    const alone = <A>(text: string, statement: Effect.Effect<A, SqlError>) => {
      const done = waitForLock(turns.run()(Effect.zipRight(check, statement)))
      return untilOnDisk === undefined || onlyReads(text) ? done : Effect.zipLeft(done, untilOnDisk)
    }

    const reserve: Connection.Acquirer = turns.acquire().pipe(Effect.zipRight(Effect.uninterruptible(check)), Effect.as(own))

    const connection: Connection = {
      execute: (...statement) => alone(statement[0], own.execute(...statement)),
      executeRaw: (...statement) => alone(statement[0], own.executeRaw(...statement)),
      executeValues: (...statement) => alone(statement[0], own.executeValues(...statement)),
      executeUnprepared: (...statement) => alone(statement[0], own.executeUnprepared(...statement)),
      executeStream: (...statement) => Stream.unwrapScoped(Effect.as(reserve, own.executeStream(...statement)))
    }
    const client = yield* makeSqlClient({
      connection,
      transactionAcquirer: reserve,
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: [["db.system.name", "sqlite"]],
      beginTransaction: "BEGIN IMMEDIATE"
    })
    if (untilOnDisk !== undefined) setUntilOnDisk(client, untilOnDisk)
    return client
  })
