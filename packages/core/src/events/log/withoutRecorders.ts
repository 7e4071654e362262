import { StorageError } from "@telemark/contract"
import { Effect, Schedule } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { isLockNotAvailable } from "../../database/storageError.js"

class Recording extends Error {
  override readonly name = "Recording"
}

/**
 * Short, since transactions that record events wait meanwhile; the pauses let those through. Some
 * nine seconds in all.
 */
const retries = Schedule.max([Schedule.spaced("250 millis"), Schedule.recurs(19)])

/**
 * Waits for all transactions that record events, and lets no others begin. Fails as unavailable if
 * one of them doesn't end. Inside the caller's own transaction, the tries are savepoints.
 */
export const makeWithoutRecorders = Effect.map(
  Database,
  ({ dialect: { awaitRecorders }, sql, write }) => {
    const begin =
      awaitRecorders === undefined
        ? Effect.void
        : Effect.mapError(sql.unsafe(awaitRecorders), (error) =>
            isLockNotAvailable(error)
              ? new StorageError({
                  reason: "unavailable",
                  cause: new Recording("events are being recorded", { cause: error })
                })
              : error
          )

    return <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, StorageError> =>
      Effect.retry(write(Effect.andThen(begin, statement)), {
        schedule: retries,
        while: ({ cause }) => cause instanceof Recording
      })
  }
)
