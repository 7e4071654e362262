import type { StorageError } from "@telemark/contract"
import { Effect, Exit, Scheduler } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type { Database } from "../Database.js"
import { stored } from "../storageError.js"

/** Ways to read a table whole, which the planner may prefer while it is small. */
const others = ["seqscan", "hashjoin", "mergejoin"].map((method) => `enable_${method}`)

/** Inside a transaction of the target: rows are looked up by their keys, however fast it grows. */
export const lookUpByIndex = ({ dialect, sql }: typeof Database.Service) =>
  dialect.name === "postgres"
    ? sql.unsafe(
        `SELECT ${others.map((setting) => `set_config('${setting}', 'off', true)`).join(", ")}`
      )
    : Effect.void

const beginnings = {
  sqlite: "BEGIN",
  postgres: [
    "BEGIN",
    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    ...others.map((setting) => `SET LOCAL ${setting} = off`)
  ].join("; ")
} as const

/**
 * Reads one state of the database by several statements, without keeping anybody from writing. On
 * SQLite `write` would take the lock for that, and nothing else runs in between.
 */
export const inSnapshot = <A>(
  { dialect, sql }: typeof Database.Service,
  read: Effect.Effect<A, StorageError | SqlError.SqlError>
): Effect.Effect<A, StorageError> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.scoped(
      Effect.flatMap(restore(sql.reserve), (connection) =>
        Effect.gen(function* () {
          yield* connection.executeRaw(beginnings[dialect.name], [])
          const exit = yield* Effect.exit(
            restore(Effect.provideService(read, sql.transactionService, [connection, 0]))
          )
          const end = connection.executeRaw(Exit.isSuccess(exit) ? "COMMIT" : "ROLLBACK", [])
          yield* Exit.isSuccess(exit) ? end : Effect.ignore(end)
          return yield* exit
        })
      )
    )
  ).pipe(
    (effect) =>
      dialect.isSynchronous
        ? Effect.provideService(effect, Scheduler.PreventSchedulerYield, true)
        : effect,
    stored
  )
