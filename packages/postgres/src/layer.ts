import * as SqlClient from "@effect/sql/SqlClient"
import { type StorageError, type StoragePorts, WakeUp } from "@telemark/core"
import { layer as layerSql } from "@telemark/sql"
import { Context, Effect, Layer } from "effect"
import { open, type PostgresOptions } from "./Opening/index.js"
import { makeWakeUp } from "./WakeUp/index.js"

/**
 * Every storage port on one Postgres database, version 14 or newer, for any number of processes. Fails if the
 * database can't be used; the cause of the error says why and what to do.
 */
export const layer = (options: PostgresOptions): Layer.Layer<StoragePorts, StorageError> => {
  const opened = Layer.scopedContext(
    Effect.gen(function*() {
      const { listenerConfig, sql } = yield* open(options)
      const wakeUp = yield* makeWakeUp(sql, listenerConfig)
      return Context.make(SqlClient.SqlClient, sql).pipe(Context.add(WakeUp, wakeUp))
    })
  )
  return Layer.merge(Layer.provide(layerSql, opened), Layer.map(opened, Context.pick(WakeUp)))
}

/** `layer`, as applications name it: `storage: postgres({ url: "postgres://…" })`. */
export const postgres = layer
