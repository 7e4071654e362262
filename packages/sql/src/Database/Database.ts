import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import type { StorageError } from "@telemark/core"
import { Context, Effect, Exit, Layer, Option, Scope } from "effect"
import { type Belongs, belongsOf, openTransaction, type OpenTransaction, untilOnDiskOf } from "../Client/index.js"
import { currentDialect, type Dialect } from "../Dialect/index.js"
import { Names, type TableNames } from "../Names/index.js"
import { CurrentSavepoint, inSavepoint } from "./savepoint.js"
import { makeSiblings } from "./siblings.js"
import { isConflict, stored, toStorageError } from "./storageError.js"
import { makeTables, type Tables } from "./tables.js"

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

/**
 * Runs an effect with a scope of its own that ends with it, where nothing interrupts. `Effect.scoped`, and finalizers that are added by the
 * context, compare and copy a fiber's whole state each time: 50 of a transaction's 110 µs.
 */
const withScope = <A, E>(use: (scope: Scope.Scope) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.flatMap(Scope.make(), (scope) =>
    Effect.flatMap(Effect.exit(use(scope)), (exit) => Effect.zipRight(Scope.close(scope, exit), exit)))

/** What the stores share: the client, its dialect, and how to write. */
export class Database extends Context.Tag("@telemark/sql/Database")<Database, {
  readonly sql: SqlClient.SqlClient
  readonly dialect: Dialect
  /** Which transactions of the application storage takes part in. */
  readonly belongs: Belongs
  /** What the tables are called. */
  readonly names: TableNames
  /** The tables, as statements over `sql` name them. */
  readonly tables: Tables
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
  /** Until what was committed by anybody here is on disk: before something is answered that was only looked up. */
  readonly untilOnDisk: Effect.Effect<void, SqlError.SqlError>
  /** Whether the caller stands inside a transaction of its own. */
  readonly inTransaction: Effect.Effect<boolean>
  /** Runs the body so that it is undone by itself if it fails, where the caller stands in a transaction; elsewhere it is the body. */
  readonly separately: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>
}>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const dialect = yield* currentDialect
      const names = yield* Names
      const belongs = belongsOf(sql)
      const waitForLock = yield* LockWait
      const untilOnDisk = untilOnDiskOf(sql)
      // What the process runs in between would wait for the lock in vain, and the lock's holder with it.
      const inOneGo = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        dialect.isSynchronous ? Effect.withMaxOpsBeforeYield(effect, Number.MAX_SAFE_INTEGER) : effect

      // Fails where it can't begin; what became of a transaction that began is its result. The client's own
      // `withTransaction` can't say BEGIN IMMEDIATE, and a COMMIT that fails (the disk is full) is a defect
      // there which leaves the connection inside the dead transaction.
      const attempt = <A, E>(body: Effect.Effect<A, E | SqlError.SqlError>, around: Dialect["relaxed"]) =>
        inOneGo(Effect.uninterruptibleMask((restore) =>
          withScope((scope) =>
            Effect.flatMap(restore(Scope.extend(sql.reserve, scope)), (connection) => {
              const say = (statement: string) => connection.executeRaw(statement, [])
              const undo = <T>(exit: T) => Effect.as(Effect.ignore(say("ROLLBACK")), exit)
              const end = (exit: Exit.Exit<A, E | SqlError.SqlError>): Effect.Effect<Exit.Exit<A, E | SqlError.SqlError>> =>
                Exit.isFailure(exit)
                  ? undo(exit)
                  : Effect.matchCauseEffect(say("COMMIT"), {
                    onFailure: (cause) => undo(Exit.failCause(cause)),
                    onSuccess: () => Effect.succeed(exit)
                  })
              const run = restore(Effect.provideService(body, SqlClient.TransactionConnection, [connection, 0]))
              const transaction = Effect.zipRight(say(around.begin), Effect.flatMap(Effect.exit(run), end))
              const { after, before } = around
              const undone = after === undefined ? transaction : Effect.ensuring(transaction, Effect.orDie(say(after)))
              return before === undefined ? undone : Effect.zipRight(say(before), undone)
            }))))

      const transact = <A>(body: Effect.Effect<A, StorageError | SqlError.SqlError>, around: Dialect["relaxed"]) =>
        Effect.retry(Effect.flatten(waitForLock(attempt(body, around))), { times: 2, while: isConflict })

      const plain = { before: undefined, begin: dialect.begin, after: undefined }
      const transaction = openTransaction(belongs)
      const used = ([connection]: OpenTransaction): Connection => belongs.use(connection) ?? connection

      const oneByOne = makeSiblings()
      // A level deeper, so that writes inside it don't wait for it.
      const deeper = <A, E, R>([connection, level]: OpenTransaction, body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.provideService(body, SqlClient.TransactionConnection, [connection, level + 1])
      const inside = <A>(open: OpenTransaction, body: Effect.Effect<A, StorageError | SqlError.SqlError>) =>
        Effect.flatMap(CurrentSavepoint, (around) => {
          const connection = used(open)
          const inner = Effect.provideService(deeper(open, body), CurrentSavepoint, undefined)
          if (around?.connection !== connection) return inSavepoint({ connection, whyNot: toStorageError }, inner)
          return Effect.tapErrorCause(stored(Effect.zipRight(around.confirm, inner)), (cause) => Effect.sync(() => { around.spoil(cause) }))
        })
      const writing = (around: Dialect["relaxed"], settled: Effect.Effect<void, SqlError.SqlError> = Effect.void): Write => (body) =>
        stored(Effect.flatMap(transaction, Option.match({
          onNone: () => Effect.zipLeft(transact(body, around), settled),
          onSome: (open) => inOneGo(oneByOne(open, inside(open, body)))
        })))
      const separately = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageError, R> =>
        Effect.flatMap(transaction, Option.match({
          onNone: (): Effect.Effect<A, E | StorageError, R> => body,
          onSome: (open) => oneByOne(open, inSavepoint({ connection: used(open), whyNot: toStorageError }, deeper(open, body)))
        }))

      return {
        sql,
        dialect,
        names,
        tables: makeTables(sql, names),
        belongs,
        write: writing(plain, untilOnDisk),
        writeRelaxed: writing(untilOnDisk === undefined ? dialect.relaxed : plain),
        untilOnDisk: untilOnDisk ?? Effect.void,
        inTransaction: Effect.map(transaction, Option.isSome),
        separately
      }
    })
  )
}
