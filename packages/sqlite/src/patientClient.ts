import type * as Reactivity from "@effect/experimental/Reactivity"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import { makeSqlClient, type WaitForLock } from "@telemark/sql"
import { Effect, Stream } from "effect"

/**
 * A client of one connection, which statements outside of transactions don't hold while they wait for a lock.
 * Transactions have the write lock from their beginning: inside them nothing waits. Whoever gets the connection
 * makes the check first.
 */
export const patientClient = (
  own: Connection,
  check: Effect.Effect<void, SqlError>,
  waitForLock: WaitForLock
): Effect.Effect<SqlClient.SqlClient, never, Reactivity.Reactivity> =>
  Effect.gen(function*() {
    const turns = yield* Effect.makeSemaphore(1)

    const alone = <A>(statement: Effect.Effect<A, SqlError>) =>
      waitForLock(turns.withPermits(1)(Effect.zipRight(check, statement)))

    const reserve: Connection.Acquirer = Effect.uninterruptibleMask((restore) =>
      restore(turns.take(1)).pipe(
        Effect.zipRight(Effect.addFinalizer(() => turns.release(1))),
        Effect.zipRight(check),
        Effect.as(own)
      ))

    const connection: Connection = {
      execute: (...statement) => alone(own.execute(...statement)),
      executeRaw: (...statement) => alone(own.executeRaw(...statement)),
      executeValues: (...statement) => alone(own.executeValues(...statement)),
      executeUnprepared: (...statement) => alone(own.executeUnprepared(...statement)),
      executeStream: (...statement) => Stream.unwrapScoped(Effect.as(reserve, own.executeStream(...statement)))
    }
    return yield* makeSqlClient({
      acquirer: Effect.succeed(connection),
      transactionAcquirer: reserve,
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: [["db.system.name", "sqlite"]],
      beginTransaction: "BEGIN IMMEDIATE"
    })
  })
