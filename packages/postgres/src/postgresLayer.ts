import { checkedOptions, type OptionNames, StorageError } from "@telemark/contract"
import {
  layerStorage as layerSql,
  Names,
  NewEvents,
  type StoragePorts,
  StoredKeys,
  WakeUp
} from "@telemark/core"
import { Context, Effect, Layer, type Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { PostgresOptions } from "./PostgresOptions.js"
import { open, type Opened } from "./open.js"
import { openShared, type SharedPostgresOptions } from "./openShared.js"
import { makeWakeUp } from "./wakeUp.js"

/** A key in the database would be in each of its backups, beside what it opens. */
const layerNoKeys = Layer.succeed(StoredKeys, {
  keys: Effect.succeed(undefined),
  update: () =>
    new StorageError({
      reason: "fault",
      cause: new Error(
        "A Postgres database stores no keys: set TELEMARK_SECRET to the new key followed by the present one."
      )
    })
})

const names: OptionNames<PostgresOptions> = {
  url: true,
  pool: true,
  host: true,
  port: true,
  database: true,
  user: true,
  password: true,
  ssl: true,
  maxConnections: true,
  schema: true,
  tablePrefix: true,
  migrate: true,
  connectTimeout: true,
  statementTimeout: true,
  lockTimeout: true,
  startTimeout: true,
  prepare: true,
  directUrl: true
}

const layerOver = <R>(
  opening: Effect.Effect<Opened, StorageError, R>
): Layer.Layer<StoragePorts, StorageError, Exclude<R, Scope.Scope>> => {
  const opened = Layer.effectContext(
    Effect.gen(function* () {
      const { newListener, names, sql } = yield* opening
      const wakeUp = yield* makeWakeUp(sql, newListener, names.channel)
      return Context.make(SqlClient.SqlClient, sql).pipe(
        Context.add(WakeUp, wakeUp),
        Context.add(Names, names)
      )
    })
  )
  return Layer.mergeAll(
    Layer.provide(layerSql, opened),
    Layer.provide(
      Layer.effectContext(Effect.map(Effect.context<WakeUp>(), Context.pick(WakeUp))),
      opened
    ),
    Layer.fresh(NewEvents.layerInProcess),
    layerNoKeys
  )
}

/**
 * Every storage port on one Postgres database, 14 or newer, for any number of processes. If it
 * can't be used, the error says why and what to do.
 */
export const layer = (options: PostgresOptions): Layer.Layer<StoragePorts, StorageError> =>
  layerOver(open(options))

/**
 * `layer`, as applications name it: `storage: postgres({ url: "postgres://…" })`. Throws if an
 * option is unknown.
 */
export const postgres = (options: PostgresOptions): Layer.Layer<StoragePorts, StorageError> =>
  layer(checkedOptions("postgres()", `{ url: "postgres://…" }`, names, options))

/**
 * Every storage port over the host application's own client of @effect/sql-pg. Sends inside its
 * `withTransaction` are part of that transaction. Once a worker runs, one connection besides the
 * client's listens for mail.
 */
export const layerShared = (
  options: SharedPostgresOptions = {}
): Layer.Layer<StoragePorts, StorageError, SqlClient.SqlClient> => layerOver(openShared(options))

/**
 * `layerShared`, as applications name it: `Layer.provide(postgresFrom(), PgClient.layer({ … }))`.
 */
export const postgresFrom = layerShared
