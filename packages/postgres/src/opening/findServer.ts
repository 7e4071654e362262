import type { StorageError } from "@telemark/contract"
import { codesOf, toStorageError } from "@telemark/core"
import { type Duration, Effect, Schedule } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

/** Not there yet, or not ready yet: as when a server and its clients are started together. */
const isStarting = (error: StorageError): boolean =>
  codesOf(error).some((code) =>
    /^(?:57P03|ECONN\w+|ENOTFOUND|EAI_AGAIN|CONNECTION_TERMINATED)$/.test(code)
  )

/** Older versions are not tested. */
const oldest = 14

/** `version` is a number, such as 130009 for 13.9. */
export interface Server {
  readonly version: number
  readonly encoding: string
}

export const troubleOf = ({ encoding, version }: Server): string | undefined =>
  version < oldest * 10_000
    ? `the server is Postgres ${String(Math.floor(version / 10_000))}, but Telemark needs ${String(oldest)} or newer: upgrade it`
    : encoding !== "UTF8"
      ? `its encoding is ${encoding}: create it with ENCODING 'UTF8'`
      : undefined

/**
 * Asks the server for its version and encoding. Tries again for `maxWait` while nothing answers or
 * the server is starting.
 */
export const findServer = (
  sql: SqlClient.SqlClient,
  maxWait: Duration.Duration
): Effect.Effect<Server, StorageError> =>
  sql<Server>`SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`.pipe(
    Effect.mapError(toStorageError),
    Effect.retry({
      while: isStarting,
      schedule: Schedule.spaced("200 millis").pipe(Schedule.upTo({ duration: maxWait }))
    }),
    Effect.flatMap(([row]) =>
      row === undefined
        ? Effect.die(new Error("a SELECT without FROM has one row"))
        : Effect.succeed(row)
    )
  )
