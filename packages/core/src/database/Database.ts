import { StorageError } from "@telemark/contract"
import { Context, Effect, Exit, Layer, Option, Scheduler, type Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { type OpenTransaction, openTransactionIn, untilOnDiskOf } from "./client/sqlClient.js"
import type { Dialect } from "./dialect/Dialect.js"
import { makePostgres } from "./dialect/postgres.js"
import { makeSqlite } from "./dialect/sqlite.js"
import { makeTables, Names, type TableNames, type Tables } from "./names.js"
import { makeChange } from "./change.js"
import { CurrentSavepoint, inSavepoint, makeSiblings } from "./savepoint.js"
import { isConflict, stored, toStorageError } from "./storageError.js"

export const dialectOf = (name: Dialect["name"], names: TableNames): Dialect =>
  name === "postgres" ? makePostgres(names) : makeSqlite(names)

const otherDialect = new StorageError({
  reason: "fault",
  cause: new Error(
    "The SqlClient for the storage is neither for SQLite nor for Postgres. Telemark supports only those two."
  )
})

/** The dialect of the client in use; fails if that is of another database. */
export const currentDialect: Effect.Effect<Dialect, StorageError, SqlClient.SqlClient> =
  Effect.flatMap(Effect.zip(SqlClient.SqlClient, Names), ([sql, names]) => {
    const name = sql.onDialectOrElse({
      pg: () => "postgres" as const,
      sqlite: () => "sqlite" as const,
      orElse: () => undefined
    })
    return name === undefined ? otherDialect : Effect.succeed(dialectOf(name, names))
  })

type Write = <A>(
  body: Effect.Effect<A, StorageError | SqlError.SqlError>
) => Effect.Effect<A, StorageError>

/**
 * While an attempt fails only because of another process's lock; such an attempt has had no effect.
 */
export type WaitForLock = <A, R>(
  attempt: Effect.Effect<A, SqlError.SqlError, R>
) => Effect.Effect<A, SqlError.SqlError, R>

/**
 * How a transaction waits to begin if the database would block the process. An attempt takes and
 * releases a connection.
 */
export const LockWait = Context.Reference("@telemark/core/LockWait", {
  defaultValue: (): WaitForLock => (attempt) => attempt
})

/** What the stores share: the client, its dialect, and how to write. */
export class Database extends Context.Service<
  Database,
  {
    readonly sql: SqlClient.SqlClient
    readonly dialect: Dialect
    readonly names: TableNames
    readonly tables: Tables
    /**
     * In one transaction that may write, or inside the caller's. Its writes are on disk when this
     * succeeds, in the caller's transaction with its commit; they are undone when this fails or is
     * interrupted.
     */
    readonly write: Write
    /**
     * As `write`, of what somebody administers: `AlongChange` is written with it, `madeId` being the
     * id of what it makes. A body that fails with another error than one of storage has refused: all
     * of it is undone, and the error is that of the change.
     */
    readonly change: <A, E>(
      body: Effect.Effect<A, E>,
      madeId?: string | number
    ) => Effect.Effect<A, Exclude<E, SqlError.SqlError> | StorageError>
    /** As `write`, but its writes may not be on disk yet: `untilOnDisk` must follow. */
    readonly commit: Write
    /**
     * As `write`, but a power cut may undo it: leases expire anyway, and rate limits aren't worth a
     * wait for the disk.
     */
    readonly writeRelaxed: Write
    /**
     * Until everything committed here, by any caller, is on disk: before an answer that was only
     * looked up.
     */
    readonly untilOnDisk: Effect.Effect<void, SqlError.SqlError>
    readonly inTransaction: Effect.Effect<boolean>
    /** Inside a caller's transaction, the body is undone alone if it fails. */
    readonly separately: <A, E, R>(
      body: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StorageError, R>
    /** What was made first by an effect, which ends with the database: see `oncePerDatabase`. */
    readonly once: <A>(make: Effect.Effect<A, never, Database | Scope.Scope>) => Effect.Effect<A>
  }
>()("@telemark/core/Database") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const dialect = yield* currentDialect
      const names = yield* Names
      const waitForLock = yield* LockWait
      const untilOnDisk = untilOnDiskOf(sql)
      // A synchronous driver's transaction doesn't yield: another fiber's statement would wait for
      // the lock in vain, and block its owner.
      const inOneGo = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        dialect.isSynchronous
          ? Effect.provideService(effect, Scheduler.PreventSchedulerYield, true)
          : effect

      // Fails if the transaction can't begin; succeeds with the exit of one that began. The
      // client's `withTransaction` can't use BEGIN IMMEDIATE, and there a failed COMMIT (the disk
      // is full) is a defect that leaves the connection inside the dead transaction.
      const attempt = <A, E>(
        body: Effect.Effect<A, E | SqlError.SqlError>,
        around: Dialect["relaxed"]
      ) =>
        inOneGo(
          Effect.uninterruptibleMask((restore) =>
            Effect.scoped(
              Effect.flatMap(restore(sql.reserve), (connection) => {
                const say = (statement: string) => connection.executeRaw(statement, [])
                const undo = <T>(exit: T) => Effect.as(Effect.ignore(say("ROLLBACK")), exit)
                const end = (
                  exit: Exit.Exit<A, E | SqlError.SqlError>
                ): Effect.Effect<Exit.Exit<A, E | SqlError.SqlError>> =>
                  Exit.isFailure(exit)
                    ? undo(exit)
                    : Effect.matchCauseEffect(say("COMMIT"), {
                        onFailure: (cause) => undo(Exit.failCause(cause)),
                        onSuccess: () => Effect.succeed(exit)
                      })
                const run = restore(
                  Effect.provideService(body, sql.transactionService, [connection, 0])
                )
                const transaction = Effect.andThen(
                  say(around.begin),
                  Effect.flatMap(Effect.exit(run), end)
                )
                const { after, before } = around
                const undone =
                  after === undefined
                    ? transaction
                    : Effect.ensuring(transaction, Effect.orDie(say(after)))
                return before === undefined ? undone : Effect.andThen(say(before), undone)
              })
            )
          )
        )

      const transact = <A>(
        body: Effect.Effect<A, StorageError | SqlError.SqlError>,
        around: Dialect["relaxed"]
      ) =>
        Effect.retry(Effect.flatten(waitForLock(attempt(body, around))), {
          times: 2,
          while: isConflict
        })

      const plain = { before: undefined, begin: dialect.begin, after: undefined }
      const transaction = Effect.contextWith((context: Context.Context<never>) =>
        Effect.succeed(Option.fromUndefinedOr(openTransactionIn(sql, context)))
      )

      const oneByOne = makeSiblings()
      // One level deeper, so that writes inside it don't wait for it.
      const deeper = <A, E, R>(
        [connection, level]: OpenTransaction,
        body: Effect.Effect<A, E, R>
      ): Effect.Effect<A, E, R> =>
        Effect.provideService(body, sql.transactionService, [connection, level + 1])
      const inside = <A>(
        open: OpenTransaction,
        body: Effect.Effect<A, StorageError | SqlError.SqlError>
      ) =>
        Effect.flatMap(CurrentSavepoint, (around) => {
          const [connection] = open
          const inner = Effect.provideService(deeper(open, body), CurrentSavepoint, undefined)
          if (around?.connection !== connection)
            return inSavepoint({ connection, whyNot: toStorageError }, inner)
          return Effect.tapCause(stored(Effect.andThen(around.confirm, inner)), (cause) =>
            Effect.sync(() => {
              around.spoil(cause)
            })
          )
        })
      const writing =
        (
          around: Dialect["relaxed"],
          settled: Effect.Effect<void, SqlError.SqlError> = Effect.void
        ): Write =>
        (body) =>
          stored(
            Effect.flatMap(
              transaction,
              Option.match({
                onNone: () => Effect.tap(transact(body, around), settled),
                onSome: (open) => inOneGo(oneByOne(open, inside(open, body)))
              })
            )
          )
      const separately = <A, E, R>(
        body: Effect.Effect<A, E, R>
      ): Effect.Effect<A, E | StorageError, R> =>
        Effect.flatMap(
          transaction,
          Option.match({
            onNone: (): Effect.Effect<A, E | StorageError, R> => body,
            onSome: (open) =>
              oneByOne(
                open,
                inSavepoint({ connection: open[0], whyNot: toStorageError }, deeper(open, body))
              )
          })
        )

      const write = writing(plain, untilOnDisk)
      const made = new Map<object, unknown>()
      // Not in the context of who asks first, which may be inside a transaction.
      const around = yield* Effect.context<Scope.Scope>()
      const once = <A>(make: Effect.Effect<A, never, Database | Scope.Scope>): Effect.Effect<A> =>
        Effect.suspend(() =>
          made.has(make)
            ? Effect.succeed(made.get(make) as A)
            : Effect.map(
                Effect.setContext(make, Context.add(around, Database, database)),
                (value) => {
                  if (!made.has(make)) made.set(make, value)
                  return made.get(make) as A
                }
              )
        )

      const database: typeof Database.Service = {
        sql,
        dialect,
        names,
        tables: makeTables(sql, names),
        write,
        change: makeChange(write),
        commit: writing(plain),
        writeRelaxed: writing(untilOnDisk === undefined ? dialect.relaxed : plain),
        untilOnDisk: untilOnDisk ?? Effect.void,
        inTransaction: Effect.map(transaction, Option.isSome),
        separately,
        once
      }
      return database
    })
  )
}

/**
 * What a process keeps in memory of a database, such as an answer that is used for seconds, or the
 * sends that share the next transaction: all who ask get the same. Whoever asks before it is made
 * makes another, of which only the first is used.
 */
export const oncePerDatabase = <A>(
  make: Effect.Effect<A, never, Database | Scope.Scope>
): Effect.Effect<A, never, Database> => Effect.flatMap(Database, ({ once }) => once(make))
