import type { StorageError } from "@telemark/contract"
import { tableNames, toStorageError } from "@telemark/core"
import { Clock, Effect } from "effect"
import type { PostgresOptions } from "./PostgresOptions.js"
import { explainPostgresError } from "./explainPostgresError.js"
import { makeClient } from "./makeClient.js"
import { findServer } from "./open.js"
import { makePostgresPool } from "./postgresPool.js"
import { clientSettings, hasSessions } from "./sessionSettings.js"

export interface PostgresInspection {
  /** Such as `16.4`. */
  readonly version: string
  /** Whether Telemark's tables exist, in any version. */
  readonly hasTables: boolean
  /** In the configured schema, and that schema if it doesn't exist. */
  readonly mayCreateTables: boolean
  /** For ordinary users. */
  readonly maxConnections: number
  /** With that of the inspection. */
  readonly usedConnections: number
  /** Of Telemark's processes in this database, whatever names their tables have. */
  readonly processConnections: number
  /** Whether nothing is expected of sessions, since a pooler gives each transaction another one. */
  readonly isPooled: boolean
  /** Milliseconds by which the server's clock is ahead of this machine's. */
  readonly clockDifference: number
}

type Row = Omit<PostgresInspection, "clockDifference" | "isPooled"> & { readonly now: number }

/** Whatever version the schema has. Changes nothing. Fails if the database can't be reached. */
export const inspect = (
  options: PostgresOptions
): Effect.Effect<PostgresInspection, StorageError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const names = yield* tableNames({ schema: options.schema, tablePrefix: options.tablePrefix })
      const { name, pool } = yield* makePostgresPool(options)
      return yield* Effect.gen(function* () {
        const sql = yield* makeClient(pool, clientSettings(options))
        // Connects before the clocks are compared.
        yield* findServer(sql, options)
        const schema = options.schema ?? null
        const before = yield* Clock.currentTimeMillis
        const [row] = yield* Effect.mapError(
          sql<Row>`SELECT
            split_part(current_setting('server_version'), ' ', 1) AS version,
            to_regclass(${names.tables.telemark_migrations}) IS NOT NULL AS "hasTables",
            COALESCE(
              has_schema_privilege((SELECT oid FROM pg_namespace WHERE nspname = COALESCE(${schema}::text, current_schema()::text)), 'CREATE'),
              ${schema}::text IS NOT NULL AND has_database_privilege(current_database(), 'CREATE')
            ) AS "mayCreateTables",
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS "maxConnections",
            (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS "usedConnections",
            (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
              AND application_name = 'telemark' AND pid <> pg_backend_pid()) AS "processConnections",
            extract(epoch FROM clock_timestamp()) * 1000 AS now`,
          toStorageError
        )
        const after = yield* Clock.currentTimeMillis
        if (row === undefined)
          return yield* Effect.die(new Error("a SELECT without FROM has one row"))
        const { now, ...found } = row
        return {
          ...found,
          isPooled: !hasSessions(options),
          clockDifference: Math.round(now - (before + after) / 2)
        }
      }).pipe(Effect.mapError(explainPostgresError(name)))
    })
  )
