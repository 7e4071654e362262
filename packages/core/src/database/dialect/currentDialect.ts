import { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Names, type TableNames } from "../names.js"
import type { Dialect } from "./Dialect.js"
import { makePostgres } from "./postgres.js"
import { makeSqlite } from "./sqlite.js"

export const dialectOf = (name: Dialect["name"], names: TableNames): Dialect =>
  name === "postgres" ? makePostgres(names) : makeSqlite(names)

const otherDialect = new StorageError({
  reason: "fault",
  cause: new Error(
    "The SqlClient for the storage is neither for SQLite nor for Postgres. Telemark supports only those two."
  )
})

/** The dialect of the client in use; fails if that is of another database. */
export const currentDialect: Effect.Effect<Dialect, StorageError, SqlClient.SqlClient> =
  Effect.flatMap(Effect.zip(SqlClient.SqlClient, Names), ([sql, names]) => {
    const name = sql.onDialectOrElse({
      pg: () => "postgres" as const,
      sqlite: () => "sqlite" as const,
      orElse: () => undefined
    })
    return name === undefined ? otherDialect : Effect.succeed(dialectOf(name, names))
  })
