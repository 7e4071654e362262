import type { ColumnType, Dialect } from "../dialect/Dialect.js"
import type { TableName, TableNames } from "../names.js"

/** A table, and what follows its name. */
type On = `${TableName} ${string}`

/** What the statements of a step are written with. */
export interface Writer {
  /** Made for the same names. */
  readonly dialect: Dialect
  readonly names: TableNames
  readonly tables: TableNames["tables"]
  /**
   * CREATE TABLE of a name and, in parentheses, one line for each column (its name, its
   * `ColumnType`, what follows it) or constraint.
   */
  readonly table: (definition: On) => string
  /** Small rows that are found by their primary key. */
  readonly keyedTable: (definition: On) => string
  /** ALTER TABLE ADD COLUMN. */
  readonly column: (table: TableName, definition: string) => string
  /** CREATE INDEX: its name, and what follows ON. */
  readonly index: (name: string, on: On) => string
  readonly uniqueIndex: (name: string, on: On) => string
  readonly tune: Dialect["tune"]
}

/** In order. */
type Statements = ReadonlyArray<string | ReadonlyArray<string>>

/** A step of the schema. */
export interface Step {
  readonly id: number
  readonly name: string
  /** Its statements, in order. */
  readonly statements: (dialect: Dialect, names: TableNames) => ReadonlyArray<string>
}

const makeWriter = (dialect: Dialect, names: TableNames): Writer => {
  const { tables } = names
  const withType = (line: string): string =>
    line.replace(
      /^(\w+) (text|integer|real|bytes)\b/,
      (_, column: string, type: string) => `${column} ${dialect.columnTypes[type as ColumnType]}`
    )
  const withName = (on: On): string => on.replace(/^\w+/, (table) => tables[table as TableName])
  const tableAs = (kind: keyof Dialect["tableOptions"]) => (definition: On) => {
    const [first = "", ...lines] = definition
      .slice(0, -1)
      .split("\n")
      .map((line) => line.trim())
    return `CREATE TABLE ${[withName(first as On), ...lines.map(withType)].join("\n  ")}\n)${dialect.tableOptions[kind]}`
  }
  const indexAs = (kind: string) => (name: string, on: On) =>
    `CREATE ${kind} ${names.index(name)} ON ${withName(on)}`
  return {
    dialect,
    names,
    tables,
    table: tableAs("plain"),
    keyedTable: tableAs("keyed"),
    column: (table, definition) =>
      `ALTER TABLE ${tables[table]} ADD COLUMN ${withType(definition)}`,
    index: indexAs("INDEX"),
    uniqueIndex: indexAs("UNIQUE INDEX"),
    tune: dialect.tune
  }
}

export const step = (id: number, name: string, write: (writer: Writer) => Statements): Step => ({
  id,
  name,
  statements: (dialect, names) => write(makeWriter(dialect, names)).flat()
})

/** Makes the table that records the steps. */
export const bookkeeping = step(0, "bookkeeping", ({ table }) => [
  table(`telemark_migrations (
    id integer PRIMARY KEY NOT NULL,
    name text NOT NULL,
    applied_at integer NOT NULL)`)
]).statements
