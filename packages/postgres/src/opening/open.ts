import type { StorageError } from "@telemark/contract"
import { migrate, Names, requireSchema, tableNames, type TableNames } from "@telemark/core"
import { Context, Duration, Effect, type Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { ClientConfig } from "pg"
import { makeClient } from "../client/makeClient.js"
import type { PostgresOptions } from "./PostgresOptions.js"
import { explainPostgresError, refusal } from "./explainPostgresError.js"
import { findServer, troubleOf } from "./findServer.js"
import { clientSettings, migrationSettings } from "./limits.js"
import { makePool } from "./pool.js"

/** A database whose schema is up to date. */
export interface Opened {
  readonly sql: SqlClient.SqlClient
  readonly names: TableNames
  /** For the connection outside of the pool that listens. */
  readonly listenerConfig: ClientConfig
}

/** Connects until the scope closes, and migrates or checks the schema. */
export const open = (options: PostgresOptions): Effect.Effect<Opened, StorageError, Scope.Scope> =>
  Effect.gen(function* () {
    const names = yield* tableNames({ schema: options.schema, tablePrefix: options.tablePrefix })
    const { config, pool } = yield* makePool(options)
    return yield* Effect.gen(function* () {
      const sql = yield* makeClient(pool, clientSettings(options))
      const server = yield* findServer(
        sql,
        Duration.fromInputUnsafe(options.startTimeout ?? "10 seconds")
      )
      const trouble = troubleOf(server)
      if (trouble !== undefined) return yield* refusal(config, trouble)
      const forMigrations = yield* makeClient(pool, migrationSettings(options))
      const over = (client: SqlClient.SqlClient) =>
        Context.add(Context.make(SqlClient.SqlClient, client), Names, names)
      yield* options.migrate === false
        ? Effect.provide(requireSchema, over(sql))
        : Effect.provide(migrate, over(forMigrations))
      return { sql, names, listenerConfig: config }
    }).pipe(Effect.mapError(explainPostgresError(config)))
  })
