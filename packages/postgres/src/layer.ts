import * as SqlClient from "@effect/sql/SqlClient"
import { NewEvents, StorageError, type StoragePorts, StoredKeys, WakeUp } from "@telemark/core"
import { layer as layerSql } from "@telemark/sql"
import { Context, Effect, Layer } from "effect"
import { open, type PostgresOptions } from "./Opening/index.js"
import { makeWakeUp } from "./WakeUp/index.js"

/** A key in the database would be in each of its backups, beside what it opens. */
const layerNoKeys = Layer.succeed(StoredKeys, {
  keys: Effect.succeed(undefined),
  update: () =>
    new StorageError({
      reason: "fault",
      cause: new Error("A Postgres database keeps no keys: give the secret as TELEMARK_SECRET, the new one first, then the present one.")
    })
})

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
  return Layer.mergeAll(Layer.provide(layerSql, opened), Layer.map(opened, Context.pick(WakeUp)), NewEvents.layerInProcess, layerNoKeys)
}

/** `layer`, as applications name it: `storage: postgres({ url: "postgres://…" })`. */
export const postgres = layer
