import type { ColumnType, Dialect } from "../Dialect/index.js"

/** Columns by name: their type, and what stands behind it (`integer NOT NULL`, `text PRIMARY KEY`). */
type Columns = Readonly<Record<string, string>>

/** What `createTable` takes beside the columns. */
interface TableOptions {
  /** For a key of several columns; one of a single column is declared with it. */
  readonly primaryKey?: string
  /** See `Dialect.tableOptions`. */
  readonly kind?: keyof Dialect["tableOptions"]
}

/** A CREATE TABLE in the dialect's own words; the name is as statements have it. */
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
