import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type { Database } from "../Database.js"
import type { ColumnType } from "../dialect/Dialect.js"
import type { CopiedTable } from "./copiedTables.js"

type Opened = typeof Database.Service

type Reading<A> = Effect.Effect<A, SqlError.SqlError>

/** The values of a primary key. */
export type Key = ReadonlyArray<string | number>

/** The values of a row, in the order of the table's columns. */
export type RowValues = ReadonlyArray<unknown>

/** How much is read at once: rows, and octets of the larger ones unless the first has more. */
export interface ChunkSize {
  readonly rows: number
  readonly octets: number
}

/** What copying does with one table of one database. Writes are made inside a transaction. */
export interface TableRows {
  /** The last key of the next rows in the order of keys; undefined if there are none. */
  readonly lastOfChunk: (after: Key | undefined, size: ChunkSize) => Reading<Key | undefined>
  /** The rows after a key, up to and with another. */
  readonly inRange: (after: Key | undefined, to: Key) => Reading<ReadonlyArray<RowValues>>
  /** How many octets the rows with these keys have that there are. */
  readonly octetsOf: (keys: ReadonlyArray<Key>) => Reading<ReadonlyArray<readonly [Key, number]>>
  readonly withKeys: (keys: ReadonlyArray<Key>) => Reading<ReadonlyArray<RowValues>>
  /** Up to the end of the table if `to` is undefined. */
  readonly removeRange: (after: Key | undefined, to: Key | undefined) => Reading<unknown>
  readonly removeKeys: (keys: ReadonlyArray<Key>) => Reading<unknown>
  readonly insert: (rows: ReadonlyArray<RowValues>) => Reading<unknown>
}

const quoted = (name: string): string => `"${name}"`

/** What else of a row takes space. */
const overhead = 64

/** How the databases differ here: SQLite takes one row in a statement, Postgres arrays of columns. */
interface Many {
  readonly select: (
    expressions: string,
    keys: ReadonlyArray<Key>
  ) => Reading<ReadonlyArray<RowValues>>
  readonly remove: (keys: ReadonlyArray<Key>) => Reading<unknown>
  readonly insert: (rows: ReadonlyArray<RowValues>) => Reading<unknown>
}

const valuesOf = ({ sql }: Opened, text: string, values: ReadonlyArray<unknown>) =>
  sql.unsafe(text, values).values

const oneByOne = (database: Opened, table: CopiedTable): Many => {
  const name = database.names.tables[table.name]
  const isKey = table.key.map((column) => `${quoted(column.name)} = ?`).join(" AND ")
  const columns = table.columns.map((column) => quoted(column.name))
  const parameters = columns.map(() => "?")
  // Words are found through a number that begins with the time, as those that workers index.
  const time = table.columns.findIndex((column) => column.name === "created_at")
  const isSearch = table.name === "email_search"
  const place = `(SELECT COALESCE((SELECT MAX(position) + 1 FROM ${name} WHERE position >= first AND position < first + 1048576), first)
    FROM (SELECT CAST(? AS INTEGER) * 1048576 AS first))`
  const insert = isSearch
    ? `INSERT INTO ${name} (${columns.join(", ")}, position) VALUES (${parameters.join(", ")}, ${place})`
    : `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${parameters.join(", ")})`
  const each = <A>(items: ReadonlyArray<A>, text: string, parametersOf: (item: A) => RowValues) =>
    Effect.forEach(items, (item) => valuesOf(database, text, parametersOf(item)))
  return {
    select: (expressions, keys) =>
      Effect.map(
        each(keys, `SELECT ${expressions} FROM ${name} WHERE ${isKey}`, (key) => key),
        (found) => found.flat()
      ),
    remove: (keys) => each(keys, `DELETE FROM ${name} WHERE ${isKey}`, (key) => key),
    insert: (rows) => each(rows, insert, (row) => (isSearch ? [...row, row[time]] : row))
  }
}

const byArrays = (database: Opened, table: CopiedTable): Many => {
  const { columnTypes } = database.dialect
  const name = database.names.tables[table.name]
  const typeOf = (type: ColumnType): string => columnTypes[type].replace(/ COLLATE .*/, "")
  const arrays = (columns: CopiedTable["columns"]): string =>
    `unnest(${columns.map(({ type }, index) => `$${String(index + 1)}::${typeOf(type)}[]`).join(", ")})`
  const columnsOf = (columns: CopiedTable["columns"], rows: ReadonlyArray<RowValues>) =>
    columns.map((_, index) => rows.map((row) => row[index]))
  const keyNames = table.key.map((column) => quoted(column.name)).join(", ")
  const names = table.columns.map((column) => quoted(column.name)).join(", ")
  const keyed = `(${keyNames}) IN (SELECT * FROM ${arrays(table.key)})`
  const unlessEmpty = <A>(
    items: ReadonlyArray<A>,
    run: () => Reading<ReadonlyArray<RowValues>>
  ): Reading<ReadonlyArray<RowValues>> => (items.length === 0 ? Effect.succeed([]) : run())
  const withKeys = (text: string, keys: ReadonlyArray<Key>) =>
    unlessEmpty(keys, () => valuesOf(database, text, columnsOf(table.key, keys)))
  return {
    select: (expressions, keys) =>
      withKeys(`SELECT ${expressions} FROM ${name} WHERE ${keyed}`, keys),
    remove: (keys) => withKeys(`DELETE FROM ${name} WHERE ${keyed}`, keys),
    insert: (rows) =>
      unlessEmpty(rows, () =>
        valuesOf(
          database,
          `INSERT INTO ${name} (${names}) SELECT * FROM ${arrays(table.columns)}`,
          columnsOf(table.columns, rows)
        )
      )
  }
}

/** Neither database reads long values for that. */
const octetsExpression = (table: CopiedTable): string =>
  [
    String(overhead),
    ...table.columns
      .filter(({ type }) => type === "text" || type === "bytes")
      .map(({ name }) => `COALESCE(octet_length(${quoted(name)}), 0)`)
  ].join(" + ")

export const makeTableRows = (database: Opened, table: CopiedTable): TableRows => {
  const isSqlite = database.dialect.name === "sqlite"
  const many = (isSqlite ? oneByOne : byArrays)(database, table)
  const name = database.names.tables[table.name]
  const columns = table.columns.map((column) => quoted(column.name)).join(", ")
  const keyNames = table.key.map((column) => quoted(column.name))
  const key = keyNames.join(", ")
  const backwards = keyNames.map((each) => `${each} DESC`).join(", ")
  const octets = octetsExpression(table)
  const parametersFrom = (start: number): string =>
    keyNames.map((_, index) => (isSqlite ? "?" : `$${String(start + index)}`)).join(", ")

  const range = (after: Key | undefined, to: Key | undefined) => ({
    condition: [
      "true",
      ...(after === undefined ? [] : [`(${key}) > (${parametersFrom(1)})`]),
      ...(to === undefined ? [] : [`(${key}) <= (${parametersFrom((after?.length ?? 0) + 1)})`])
    ].join(" AND "),
    values: [...(after ?? []), ...(to ?? [])]
  })

  return {
    lastOfChunk: (after, size) => {
      const { condition, values } = range(after, undefined)
      const page = `SELECT ${key}, ${octets} AS octets FROM ${name} WHERE ${condition} ORDER BY ${key} LIMIT ${String(size.rows)}`
      const summed = `SELECT ${key}, SUM(octets) OVER (ORDER BY ${key}) - octets AS before FROM (${page}) AS page`
      return Effect.map(
        valuesOf(
          database,
          `SELECT ${key} FROM (${summed}) AS summed WHERE before < ${String(size.octets)} ORDER BY ${backwards} LIMIT 1`,
          values
        ),
        ([last]) => last as Key | undefined
      )
    },
    inRange: (after, to) => {
      const { condition, values } = range(after, to)
      return valuesOf(
        database,
        `SELECT ${columns} FROM ${name} WHERE ${condition} ORDER BY ${key}`,
        values
      )
    },
    octetsOf: (keys) =>
      Effect.map(many.select(`${key}, ${octets}`, keys), (rows) =>
        rows.map((row) => [row.slice(0, -1) as Key, Number(row.at(-1))] as const)
      ),
    withKeys: (keys) => many.select(columns, keys),
    removeRange: (after, to) => {
      const { condition, values } = range(after, to)
      return valuesOf(database, `DELETE FROM ${name} WHERE ${condition}`, values)
    },
    removeKeys: many.remove,
    insert: many.insert
  }
}
