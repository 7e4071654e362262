import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import type { StorageError } from "@telemark/core"
import { Context, Effect, Exit, Layer, Option } from "effect"
import { currentDialect, type Dialect } from "../Dialect/index.js"
import { isConflict, stored } from "./storageError.js"

type Write = <A>(body: Effect.Effect<A, StorageError | SqlError.SqlError>) => Effect.Effect<A, StorageError>

/** Makes an attempt again for as long as another process's lock is all that it fails of; such an attempt has had no effect. */
export type WaitForLock = <A, R>(attempt: Effect.Effect<A, SqlError.SqlError, R>) => Effect.Effect<A, SqlError.SqlError, R>

/**
 * How a transaction waits until it can begin, where the database doesn't wait itself without holding up the
 * process. The attempt takes a connection and gives it back. By default it is made once.
 */
export class LockWait extends Context.Reference<LockWait>()("@telemark/sql/LockWait", {
  defaultValue: (): WaitForLock => (attempt) => attempt
}) {}

/** What the stores share: the client, its dialect, and how to write. */
export class Database extends Context.Tag("@telemark/sql/Database")<Database, {
  readonly sql: SqlClient.SqlClient
  readonly dialect: Dialect
  /**
   * Runs the body in one transaction that may write, or inside the caller's own if there is one. It is on
   * disk when this succeeds, and undone when it fails or is interrupted.
   */
  readonly write: Write
  /**
   * Likewise, but a power cut may undo it, as if it had not been asked for: for leases, which run out anyway,
   * and rate limits. It is not worth a wait for the disk.
   */
  readonly writeRelaxed: Write
  /** Whether the caller stands inside a transaction of its own. */
  readonly inTransaction: Effect.Effect<boolean>
}>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const dialect = yield* currentDialect
      const waitForLock = yield* LockWait

      // Fails where it can't begin; what became of a transaction that began is its result. The client's own
      // `withTransaction` can't say BEGIN IMMEDIATE, and a COMMIT that fails (the disk is full) is a defect
      // there which leaves the connection inside the dead transaction.
      const attempt = <A, E>(body: Effect.Effect<A, E | SqlError.SqlError>, around: Dialect["relaxed"]) =>
        Effect.scoped(Effect.uninterruptibleMask((restore) =>
          Effect.gen(function*() {
            const connection = yield* restore(sql.reserve)
            const say = (statement: string | undefined) =>
              statement === undefined ? Effect.void : connection.executeRaw(statement, [])
            yield* say(around.before)
            if (around.after !== undefined) yield* Effect.addFinalizer(() => Effect.orDie(say(around.after)))
            yield* say(around.begin)
            const exit = yield* Effect.exit(
              restore(Effect.provideService(body, SqlClient.TransactionConnection, [connection, 0]))
            )
            const committed = Exit.isSuccess(exit)
              ? Exit.zipLeft(exit, yield* Effect.exit(say("COMMIT")))
              : exit
            if (Exit.isFailure(committed)) yield* Effect.ignore(say("ROLLBACK"))
            return committed
          })
        ))

      const transact = <A>(body: Effect.Effect<A, StorageError | SqlError.SqlError>, around: Dialect["relaxed"]) =>
        Effect.retry(Effect.flatten(waitForLock(attempt(body, around))), { times: 2, while: isConflict })

      const inTransaction = Effect.map(Effect.serviceOption(SqlClient.TransactionConnection), Option.isSome)

      const writing = (around: Dialect["relaxed"]): Write => (body) =>
        stored(Effect.flatMap(inTransaction, (isInside) => isInside ? sql.withTransaction(body) : transact(body, around)))

      return { sql, dialect, write: writing({ before: undefined, begin: dialect.begin, after: undefined }), writeRelaxed: writing(dialect.relaxed), inTransaction }
    })
  )
}
