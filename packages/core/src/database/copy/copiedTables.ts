import { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type { Database } from "../Database.js"
import type { ColumnType } from "../dialect/Dialect.js"
import { allTables, type TableName } from "../names.js"

type Opened = typeof Database.Service

interface Column {
  readonly name: string
  readonly type: ColumnType
}

/** A table as both databases have it. */
export interface CopiedTable {
  readonly name: TableName
  /** By name. */
  readonly columns: ReadonlyArray<Column>
  /** Those of the primary key, in its order. */
  readonly key: ReadonlyArray<Column>
}

/** Each database keeps its own. */
export const copiedNames: ReadonlyArray<TableName> = allTables.filter(
  (name) => name !== "telemark_migrations"
)

const types: Readonly<Record<string, ColumnType>> = {
  TEXT: "text",
  INTEGER: "integer",
  REAL: "real",
  BLOB: "bytes",
  text: "text",
  bigint: "integer",
  "double precision": "real",
  bytea: "bytes"
}

interface Described {
  readonly name: string
  readonly type: string
  /** From 1 up in the primary key; 0 outside. */
  readonly place: number
}

const describe = ({ dialect, names, sql }: Opened, name: TableName) =>
  dialect.name === "sqlite"
    ? sql<Described>`SELECT name, type, pk AS place FROM pragma_table_info(${names.nameOf(name)})`
    : sql<Described>`SELECT attname AS name, format_type(atttypid, atttypmod) AS type, COALESCE((
          SELECT place FROM pg_index, unnest(indkey::int2[]) WITH ORDINALITY AS keyed (number, place)
          WHERE indrelid = attrelid AND indisprimary AND number = attnum), 0) AS place
        FROM pg_attribute WHERE attrelid = to_regclass(${names.tables[name]}) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`

/** On SQLite, messages are found by words through a number, which Postgres doesn't have. */
const withoutPlace = (name: TableName, columns: ReadonlyArray<Described>) =>
  name === "email_search"
    ? columns
        .filter((column) => column.name !== "position")
        .map((column) => ({ ...column, place: column.name === "email_id" ? 1 : 0 }))
    : columns

const unknown = (table: string): StorageError =>
  new StorageError({
    reason: "fault",
    cause: new Error(
      `The table ${table} has columns that aren't Telemark's, so it can't be copied. Remove them first.`
    )
  })

const tableOf = (
  name: TableName,
  described: ReadonlyArray<Described>
): CopiedTable | StorageError => {
  const columns: Array<Column & { readonly place: number }> = []
  for (const { name: column, place, type } of withoutPlace(name, described)) {
    const known = types[type]
    if (known === undefined) return unknown(name)
    columns.push({ name: column, type: known, place })
  }
  columns.sort((one, other) => (one.name < other.name ? -1 : 1))
  const key = columns.filter(({ place }) => place > 0).sort((one, other) => one.place - other.place)
  return key.length === 0 ? unknown(name) : { name, columns, key }
}

const readTables = (
  database: Opened
): Effect.Effect<ReadonlyArray<CopiedTable>, StorageError | SqlError.SqlError> =>
  Effect.forEach(copiedNames, (name) =>
    Effect.flatMap(describe(database, name), (described) => {
      const table = tableOf(name, described)
      return table instanceof StorageError ? table : Effect.succeed(table)
    })
  )

/** Fails unless the databases have the same tables, but for the order of columns. */
export const tablesOfBoth = (source: Opened, target: Opened) =>
  Effect.gen(function* () {
    const [tables, others] = yield* Effect.all([readTables(source), readTables(target)])
    for (const [index, table] of tables.entries())
      if (JSON.stringify(table) !== JSON.stringify(others[index])) return yield* unknown(table.name)
    return tables
  })
