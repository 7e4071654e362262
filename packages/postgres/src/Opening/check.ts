import type * as SqlClient from "@effect/sql/SqlClient"
import type { StorageError } from "@telemark/core"
import { codesOf, toStorageError } from "@telemark/sql"
import { type Duration, Effect, Schedule } from "effect"

/** Not there yet, or there and not ready: as when a server and those who use it are started together. */
const isStarting = (error: StorageError): boolean =>
  codesOf(error).some((code) => /^(?:57P03|ECONN\w+|ENOTFOUND|EAI_AGAIN|CONNECTION_TERMINATED)$/.test(code))

/** Older ones are not tested any more. */
const oldest = 14

/** What a server says of itself: its version as a number, such as 130009, and the database's encoding. */
export interface Server {
  readonly version: number
  readonly encoding: string
}

/** What is wrong with such a server; undefined if it will do. */
export const troubleOf = ({ encoding, version }: Server): string | undefined =>
  version < oldest * 10_000
    ? `the server is Postgres ${String(Math.floor(version / 10_000))}, and the oldest that will do is ${String(oldest)}: upgrade it`
    : encoding !== "UTF8"
      ? `its encoding is ${encoding}: create it with ENCODING 'UTF8'`
      : undefined

/** What the server says, once it answers; while it is starting up, for as long as that may take. */
export const findServer = (sql: SqlClient.SqlClient, patience: Duration.Duration): Effect.Effect<Server, StorageError> =>
  sql<Server>`SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`.pipe(
    Effect.mapError(toStorageError),
    Effect.retry({
      while: isStarting,
      schedule: Schedule.spaced("200 millis").pipe(Schedule.upTo(patience))
    }),
    Effect.flatMap(([row]) => row === undefined ? Effect.dieMessage("a SELECT without FROM has one row") : Effect.succeed(row))
  )
