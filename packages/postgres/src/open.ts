import type { StorageError } from "@telemark/contract"
import {
  codesOf,
  migrate,
  Names,
  requireSchema,
  tableNames,
  type TableNames,
  toStorageError
} from "@telemark/core"
import { Context, Duration, Effect, Schedule, type Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { ClientConfig } from "pg"
import type { PostgresOptions } from "./PostgresOptions.js"
import { explainPostgresError, refusal } from "./explainPostgresError.js"
import { makeClient } from "./makeClient.js"
import { makePostgresPool } from "./postgresPool.js"
import { clientSettings, migrationSettings } from "./sessionSettings.js"

/** As when a server and its clients are started together. */
const isStarting = (error: StorageError): boolean =>
  codesOf(error).some((code) =>
    /^(?:57P03|ECONN\w+|ENOTFOUND|EAI_AGAIN|CONNECTION_TERMINATED)$/.test(code)
  )

/** Older versions are not tested. */
const oldest = 14

/** `version` is a number, such as 130009 for 13.9. */
interface Server {
  readonly version: number
  readonly encoding: string
}

export const troubleOf = ({ encoding, version }: Server): string | undefined =>
  version < oldest * 10_000
    ? `the server is Postgres ${String(Math.floor(version / 10_000))}, but Telemark needs ${String(oldest)} or newer: upgrade it`
    : encoding !== "UTF8"
      ? `its encoding is ${encoding}: create it with ENCODING 'UTF8'`
      : undefined

/** Tries again for as long as the server may take to start. */
export const findServer = (
  sql: SqlClient.SqlClient,
  { startTimeout = "10 seconds" }: Pick<PostgresOptions, "startTimeout">
): Effect.Effect<Server, StorageError> =>
  sql<Server>`SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`.pipe(
    Effect.mapError(toStorageError),
    Effect.retry({
      while: isStarting,
      schedule: Schedule.spaced("200 millis").pipe(
        Schedule.upTo({ duration: Duration.fromInputUnsafe(startTimeout) })
      )
    }),
    Effect.flatMap(([row]) =>
      row === undefined
        ? Effect.die(new Error("a SELECT without FROM has one row"))
        : Effect.succeed(row)
    )
  )

/** A database whose schema is up to date. */
export interface Opened {
  readonly sql: SqlClient.SqlClient
  readonly names: TableNames
  /** For the connection outside of the pool that listens. */
  readonly listenerConfig: ClientConfig
}

/** Migrates the schema, or only checks it. */
export const prepareSchema = (
  options: Pick<PostgresOptions, "migrate">,
  names: TableNames,
  sql: SqlClient.SqlClient,
  forMigrations: SqlClient.SqlClient
) => {
  const over = (client: SqlClient.SqlClient) =>
    Context.add(Context.make(SqlClient.SqlClient, client), Names, names)
  return options.migrate === false
    ? Effect.provide(requireSchema, over(sql))
    : Effect.provide(migrate, over(forMigrations))
}

/** Until the scope closes. Migrates or checks the schema. */
export const open = (options: PostgresOptions): Effect.Effect<Opened, StorageError, Scope.Scope> =>
  Effect.gen(function* () {
    const names = yield* tableNames({ schema: options.schema, tablePrefix: options.tablePrefix })
    const { config, pool } = yield* makePostgresPool(options)
    return yield* Effect.gen(function* () {
      const sql = yield* makeClient(pool, clientSettings(options))
      const trouble = troubleOf(yield* findServer(sql, options))
      if (trouble !== undefined) return yield* refusal(config, trouble)
      const forMigrations = yield* makeClient(pool, migrationSettings(options))
      yield* prepareSchema(options, names, sql, forMigrations)
      return { sql, names, listenerConfig: config }
    }).pipe(Effect.mapError(explainPostgresError(config)))
  })
