import type { ColumnType, Dialect } from "../dialect/Dialect.js"
import type { TableNames } from "../names.js"

/** One step of the schema: its statements, in order. The dialect was made for the same names. */
export type Migration = (dialect: Dialect, names: TableNames) => ReadonlyArray<string>

/** Columns by name: their type, and what follows it (`integer NOT NULL`, `text PRIMARY KEY`). */
type Columns = Readonly<Record<string, string>>

interface TableOptions {
  /** For a key of several columns; a single column declares it itself. */
  readonly primaryKey?: string
  readonly kind?: keyof Dialect["tableOptions"]
}

/** A CREATE TABLE for the dialect. `name` is written as in statements. */
export const createTable = (
  dialect: Dialect,
  name: string,
  columns: Columns,
  { kind = "plain", primaryKey }: TableOptions = {}
): string => {
  const lines = Object.entries(columns).map(([column, definition]) => {
    const [type = "", ...rest] = definition.split(" ")
    return [column, dialect.columnTypes[type as ColumnType], ...rest].join(" ")
  })
  const key = primaryKey === undefined ? [] : [`PRIMARY KEY (${primaryKey})`]
  return `CREATE TABLE ${name} (\n  ${[...lines, ...key].join(",\n  ")}\n)${dialect.tableOptions[kind]}`
}

export const bookkeeping = (dialect: Dialect, { tables }: TableNames): string =>
  createTable(dialect, tables.telemark_migrations, {
    id: "integer PRIMARY KEY NOT NULL",
    name: "text NOT NULL",
    applied_at: "integer NOT NULL"
  })
