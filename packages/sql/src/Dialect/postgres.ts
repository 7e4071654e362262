import type { ColumnType, Dialect } from "./Dialect.js"

const columnTypes: Readonly<Record<ColumnType, string>> = {
  // Byte order, as on SQLite, whatever the database's own collation: lists and the turns of tenants go by it.
  text: "TEXT COLLATE \"C\"",
  // INTEGER has 32 bits there, too few for milliseconds; REAL has 32 bits as well.
  integer: "BIGINT",
  real: "DOUBLE PRECISION",
  bytes: "BYTEA"
}

export const postgres: Dialect = {
  name: "postgres",

  // Rows are locked where it matters, one by one.
  begin: "BEGIN",

  // It ends with the transaction by itself.
  relaxed: { before: undefined, inside: "SET LOCAL synchronous_commit = off", after: undefined },

  // CREATE TABLE IF NOT EXISTS fails with a duplicate key when two processes run it at once.
  migrationLock: "SELECT pg_advisory_xact_lock(724001)",

  // Not a failing SELECT from the table itself: that would poison the transaction.
  findTable: (name) => `SELECT 1 AS found WHERE to_regclass('${name}') IS NOT NULL`,

  columnTypes,

  // Types are strict anyway, and there are no clustered tables.
  tableOptions: { plain: "", keyed: "" },

  // json, not jsonb: only a text is taken apart, and jsonb would sort and store it first.
  jsonRows: ["json_array_elements(", "::json)"],

  // What is taken out of JSON is text.
  cast: (expression, type) => (type === "text" ? expression : `CAST(${expression} AS ${columnTypes[type]})`),

  forUpdate: "FOR UPDATE",
  skipLocked: "FOR UPDATE SKIP LOCKED"
}
