import type { StorageError } from "@telemark/contract"
import {
  codesOf,
  messagesOf,
  migrate,
  Names,
  requireSchema,
  tableNames,
  type TableNames,
  toStorageError
} from "@telemark/core"
import { Context, Duration, Effect, Schedule, type Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { PostgresOptions } from "./PostgresOptions.js"
import { explainPostgresError, refusal } from "./explainPostgresError.js"
import { makeClient } from "./makeClient.js"
import { makePostgresPool } from "./postgresPool.js"
import { checkSessionsOf, type NewClient } from "./pooler.js"
import { clientSettings, hasSessions, migrationSettings } from "./sessionSettings.js"

/** As when a server and its clients are started together, maybe with a PgBouncer in between. */
const isStarting = (error: StorageError): boolean =>
  codesOf(error).some((code) =>
    /^(?:57P03|25006|ECONN\w+|ENOTFOUND|EAI_AGAIN|CONNECTION_TERMINATED)$/.test(code)
  ) || messagesOf(error).some((message) => message.includes("server_login_retry"))

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
  /** Makes the connection outside of the pool that listens; undefined if none can. */
  readonly newListener: NewClient | undefined
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

/** Where migrations run and a connection listens, if not where all else does. */
const directOf = ({ connectTimeout, directUrl }: PostgresOptions): PostgresOptions | undefined =>
  directUrl === undefined ? undefined : { url: directUrl, maxConnections: 1, connectTimeout }

/** Until the scope closes. Migrates or checks the schema. */
export const open = (options: PostgresOptions): Effect.Effect<Opened, StorageError, Scope.Scope> =>
  Effect.gen(function* () {
    const names = yield* tableNames({ schema: options.schema, tablePrefix: options.tablePrefix })
    const { name, newClient, pool } = yield* makePostgresPool(options)
    const directly = directOf(options)
    const direct = directly === undefined ? undefined : yield* makePostgresPool(directly)
    return yield* Effect.gen(function* () {
      const sql = yield* makeClient(pool, clientSettings(options))
      const trouble = troubleOf(yield* findServer(sql, options))
      if (trouble !== undefined) return yield* refusal(name, trouble)
      if (options.pool !== undefined && hasSessions(options))
        yield* Effect.mapError(checkSessionsOf(pool, newClient), toStorageError)
      const forMigrations = yield* makeClient(
        direct?.pool ?? pool,
        migrationSettings(directly ?? options)
      )
      yield* Effect.mapError(
        prepareSchema(options, names, sql, forMigrations),
        explainPostgresError(options.migrate === false ? name : (direct?.name ?? name))
      )
      // The direct address might lead to another database.
      if (direct !== undefined && options.migrate !== false)
        yield* prepareSchema({ migrate: false }, names, sql, forMigrations)
      const newListener = direct?.newClient ?? (hasSessions(options) ? newClient : undefined)
      return { sql, names, newListener }
    }).pipe(Effect.mapError(explainPostgresError(name)))
  })
