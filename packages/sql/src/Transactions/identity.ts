import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Scope } from "effect"
import { statSync } from "node:fs"
import { codesOf } from "../Database/index.js"
import type { Dialect } from "../Dialect/index.js"
import type { TableNames } from "../Names/index.js"

/** What tells a storage from others: when its first table was made, and what else there is. */
export interface Identity {
  readonly identity: number | string
  /** On SQLite, the path of the database; empty in memory. */
  readonly file?: string | undefined
  /** On SQLite, those of all databases of the connection, as a JSON array. */
  readonly files?: string | undefined
}

/** How a storage is asked for it: what a SELECT selects. */
export type Selection = string

/**
 * On Postgres, where databases are copied as templates and from backups, the server and the name of the database as well, and
 * the table itself, as schemas are copied too; the server's own mark can be kept from users, so there is a selection without it. On SQLite, where files are copied, the file.
 */
const selections: Readonly<Record<Dialect["name"], readonly [Selection, ...ReadonlyArray<Selection>]>> = {
  postgres: [
    "concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), current_database(), applied_at, tableoid) AS identity",
    "concat_ws(' ', current_database(), applied_at, tableoid) AS identity"
  ],
  sqlite: [
    "applied_at AS identity, (SELECT file FROM pragma_database_list WHERE name = 'main') AS file, " +
    "(SELECT json_group_array(file) FROM pragma_database_list) AS files"
  ]
}

/** The statement that answers it. */
export const selectIdentity = (selection: Selection, table: string): string => `SELECT ${selection} FROM ${table} WHERE id = 1`

/** What a storage is known by, and how it is asked for it. */
export interface Known {
  /** The table in which the storage notes the steps of its schema, as statements name it. */
  readonly table: string
  readonly selection: Selection
  /** Undefined if the storage has no such row: then every one that has the tables passes. */
  readonly identity: Identity | undefined
}

/** SQLSTATEs: the user may not call the function, or the server has none such. */
const isKept = (error: SqlError): boolean => codesOf(error).some((code) => code === "42501" || code === "42883")

/** That of the storage which connections of its own lead to; fails where it can't be asked now. */
export const knownBy = (reserve: Effect.Effect<Connection, SqlError, Scope.Scope>, { name }: Dialect, { tables }: TableNames): Effect.Effect<Known, SqlError> => {
  const table = tables.telemark_migrations
  const ask = (selection: Selection) =>
    Effect.scoped(Effect.flatMap(reserve, (connection) => connection.execute(selectIdentity(selection, table), [], undefined))).pipe(
      Effect.map(([identity]: ReadonlyArray<Identity>): Known => ({ table, selection, identity }))
    )
  const [first, ...others] = selections[name]
  return others.reduce((asked, selection) => Effect.catchIf(asked, isKept, () => ask(selection)), ask(first))
}

const inodeOf = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${String(found.dev)} ${String(found.ino)}`
}

/** Paths may differ where the file is the same, as by a hard link. */
const isFile = (own: string) => (path: string): boolean => path === own || (path !== "" && inodeOf(path) === inodeOf(own))

/** Whether what was found is the storage that is known. */
export const isSameStorage = (known: Identity | undefined, found: Identity | undefined): boolean => {
  if (known === undefined) return true
  if (found?.identity !== known.identity) return false
  const { file = "" } = known
  return file === "" || (JSON.parse(found.files ?? "[]") as ReadonlyArray<string>).some(isFile(file))
}
