import { Effect, type Scope } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { statSync } from "node:fs"
import type { Dialect } from "../dialect/Dialect.js"
import type { TableNames } from "../names.js"
import { codesOf } from "../storageError.js"

/**
 * Tells a storage apart from others: when its first migration was applied, and what else identifies
 * it.
 */
export interface Identity {
  readonly identity: number | string
  /** On SQLite, the path of the database; empty in memory. */
  readonly file?: string | undefined
  /** On SQLite, the paths of all databases of the connection, as a JSON array. */
  readonly files?: string | undefined
}

/** What a SELECT selects to read an `Identity`. */
export type Selection = string

/**
 * On Postgres, databases are copied as templates and from backups, and schemas are copied too: so
 * the server, the database's name and the table itself count as well. Users may not be allowed to
 * read the server's identifier, so there is a selection without it. On SQLite, where files are
 * copied, the file counts.
 */
const selections: Readonly<
  Record<Dialect["name"], readonly [Selection, ...ReadonlyArray<Selection>]>
> = {
  postgres: [
    "concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), current_database(), applied_at, tableoid) AS identity",
    "concat_ws(' ', current_database(), applied_at, tableoid) AS identity"
  ],
  sqlite: [
    "applied_at AS identity, (SELECT file FROM pragma_database_list WHERE name = 'main') AS file, " +
      "(SELECT json_group_array(file) FROM pragma_database_list) AS files"
  ]
}

export const selectIdentity = (selection: Selection, table: string): string =>
  `SELECT ${selection} FROM ${table} WHERE id = 1`

/** A storage's identity, and how to read it. */
export interface Known {
  /** The table that records the storage's migrations, as statements name it. */
  readonly table: string
  readonly selection: Selection
  /** Undefined if the storage has no such row: then every storage that has the tables passes. */
  readonly identity: Identity | undefined
}

/** SQLSTATEs: the user may not call the function; the server has no such function. */
const isKept = (error: SqlError): boolean =>
  codesOf(error).some((code) => code === "42501" || code === "42883")

/** Reads the identity of a storage over its own connections; fails if that isn't possible now. */
export const knownBy = (
  reserve: Effect.Effect<Connection, SqlError, Scope.Scope>,
  { name }: Dialect,
  { tables }: TableNames
): Effect.Effect<Known, SqlError> => {
  const table = tables.telemark_migrations
  const ask = (selection: Selection) =>
    Effect.scoped(
      Effect.flatMap(reserve, (connection) =>
        connection.execute(selectIdentity(selection, table), [], undefined)
      )
    ).pipe(
      Effect.map(([identity]: ReadonlyArray<Identity>): Known => ({ table, selection, identity }))
    )
  const [first, ...others] = selections[name]
  return others.reduce(
    (asked, selection) => Effect.catchIf(asked, isKept, () => ask(selection)),
    ask(first)
  )
}

const inodeOf = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${String(found.dev)} ${String(found.ino)}`
}

/** Paths of the same file may differ, such as by a hard link. */
const isFile =
  (own: string) =>
  (path: string): boolean =>
    path === own || (path !== "" && inodeOf(path) === inodeOf(own))

export const isSameStorage = (
  known: Identity | undefined,
  found: Identity | undefined
): boolean => {
  if (known === undefined) return true
  if (found?.identity !== known.identity) return false
  const { file = "" } = known
  return (
    file === "" || (JSON.parse(found.files ?? "[]") as ReadonlyArray<string>).some(isFile(file))
  )
}
