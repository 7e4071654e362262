import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import type { StorageError } from "@telemark/core"
import { Context, Effect, Exit, Layer, Option } from "effect"
import { currentDialect, type Dialect } from "../Dialect/index.js"
import { stored } from "./storageError.js"

/** What the stores share: the client, its dialect, and how to write. */
export class Database extends Context.Tag("@telemark/sql/Database")<Database, {
  readonly sql: SqlClient.SqlClient
  readonly dialect: Dialect
  /**
   * Runs the body in one transaction that may write, or inside the caller's own if there is one. It is on
   * disk when this succeeds, and undone when it fails or is interrupted.
   */
  readonly write: <A>(body: Effect.Effect<A, StorageError | SqlError.SqlError>) => Effect.Effect<A, StorageError>
  /** Whether the caller stands inside a transaction of its own. */
  readonly inTransaction: Effect.Effect<boolean>
}>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const dialect = yield* currentDialect

      // The client's own `withTransaction` can't say BEGIN IMMEDIATE, and a COMMIT that fails (the disk is
      // full) is a defect there which leaves the connection inside the dead transaction.
      const transact = <A>(body: Effect.Effect<A, StorageError | SqlError.SqlError>) =>
        Effect.scoped(Effect.uninterruptibleMask((restore) =>
          Effect.gen(function*() {
            const connection = yield* restore(sql.reserve)
            yield* connection.executeRaw(dialect.begin, [])
            const exit = yield* Effect.exit(
              restore(Effect.provideService(body, SqlClient.TransactionConnection, [connection, 0]))
            )
            const rollback = Effect.ignore(connection.executeRaw("ROLLBACK", []))
            yield* Exit.isSuccess(exit)
              ? Effect.tapErrorCause(connection.executeRaw("COMMIT", []), () => rollback)
              : rollback
            return yield* exit
          })
        ))

      const inTransaction = Effect.map(Effect.serviceOption(SqlClient.TransactionConnection), Option.isSome)

      return {
        sql,
        dialect,
        write: (body) =>
          stored(Effect.flatMap(inTransaction, (isInside) => (isInside ? sql.withTransaction(body) : transact(body)))),
        inTransaction
      }
    })
  )
}
