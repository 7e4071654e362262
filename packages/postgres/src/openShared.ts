import type { StorageError } from "@telemark/contract"
import { type Answer, type NamesOptions, sharedClient, tableNames } from "@telemark/core"
import { Effect, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import pg, { type ClientConfig } from "pg"
import type { PostgresOptions } from "./PostgresOptions.js"
import { withoutUndefined } from "./address.js"
import { refuse } from "./explainPostgresError.js"
import { compiler } from "./makeClient.js"
import { findServer, type Opened, prepareSchema, troubleOf } from "./open.js"
import { migrationTransaction, planning, timeouts } from "./sessionSettings.js"

/** Options of `postgresFrom()`. */
export type SharedPostgresOptions = NamesOptions &
  Pick<PostgresOptions, "migrate" | "lockTimeout" | "statementTimeout" | "startTimeout">

/**
 * For a client of @effect/sql-pg, which takes one statement at a time. After a failed statement
 * whose error was ignored, COMMIT rolls back without an error; SAVEPOINT fails then.
 */
const within =
  (settings: Readonly<Record<string, string>>) =>
  (answer: Answer): Answer => {
    const say = (statement: string) => answer(statement, [], false)
    const set = `SELECT ${Object.entries(settings)
      .map(([name, value]) => `set_config('${name}', '${value}', true)`)
      .join(", ")}`
    return (statement, parameters, hasRows) => {
      if (statement === "COMMIT")
        return Effect.andThen(say("SAVEPOINT telemark_commit"), say("COMMIT"))
      if (!statement.startsWith("BEGIN")) return answer(statement, parameters, hasRows)
      const [begin = "", ...more] = statement.split("; ")
      const settled = more.map(say).reduce((before, next) => Effect.andThen(before, next), say(set))
      // Nobody else ends a transaction that began only by half.
      const orUndone = Effect.tapError(settled, () => Effect.ignore(say("ROLLBACK")))
      return Effect.andThen(say(begin), orUndone)
    }
  }

interface PgClientConfig {
  readonly url?: Redacted.Redacted | undefined
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly path?: string | undefined
  readonly ssl?: ClientConfig["ssl"]
  readonly database?: string | undefined
  readonly username?: string | undefined
  readonly password?: Redacted.Redacted | Effect.Effect<Redacted.Redacted> | undefined
}

const hasConfig = (
  client: SqlClient.SqlClient
): client is SqlClient.SqlClient & { readonly config: PgClientConfig } =>
  "config" in client && typeof client.config === "object" && client.config !== null

/** Found out anew for each connection, if the host does so. */
const passwordOf = (
  password: NonNullable<PgClientConfig["password"]>
): NonNullable<ClientConfig["password"]> =>
  Redacted.isRedacted(password)
    ? Redacted.value(password)
    : () => Effect.runPromise(Effect.map(password, Redacted.value))

/** As the host's client is connected; undefined if it doesn't expose it. */
const listenerConfigOf = (client: SqlClient.SqlClient): ClientConfig | undefined => {
  if (!hasConfig(client)) return undefined
  const { database, host, password, path, port, ssl, url, username } = client.config
  return withoutUndefined({
    application_name: "telemark",
    connectionString: url && Redacted.value(url),
    host: path ?? host,
    port,
    database,
    user: username,
    password: password && passwordOf(password),
    ssl
  })
}

/** The host's client stays open. Migrates or checks the schema. */
export const openShared = (
  options: SharedPostgresOptions
): Effect.Effect<Opened, StorageError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const host = yield* SqlClient.SqlClient
    const names = yield* tableNames({ schema: options.schema, tablePrefix: options.tablePrefix })
    if (!host.onDialectOrElse({ pg: () => true, orElse: () => false })) {
      return yield* refuse(
        "The SqlClient for the storage is not for Postgres: provide that of @effect/sql-pg."
      )
    }
    const clientWith = (settings: Readonly<Record<string, string>>) =>
      sharedClient(host, { dialect: "postgres", compiler, around: within(settings) })
    const sql = yield* clientWith({ ...timeouts(options), ...planning })
    const trouble = troubleOf(yield* findServer(sql, options))
    if (trouble !== undefined)
      return yield* refuse(`The database of the shared SqlClient can't be used: ${trouble}.`)
    const forMigrations = yield* clientWith(migrationTransaction)
    yield* prepareSchema(options, names, sql, forMigrations)
    const config = listenerConfigOf(host)
    return { sql, names, newListener: config && (() => new pg.Client(config)) }
  }).pipe(Effect.provide(Reactivity.layer))
