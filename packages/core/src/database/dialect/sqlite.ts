import type { TableNames } from "../names.js"
import type { Dialect } from "./Dialect.js"

export const makeSqlite = ({ prefix, tables }: TableNames): Dialect => ({
  name: "sqlite",
  isSynchronous: true,

  // A transaction that reads before it writes fails at once if another process wrote in between.
  // With the write lock from its first statement, it waits.
  begin: "BEGIN IMMEDIATE",

  // Not to be changed inside a transaction. The next synced commit comes after this one in the log,
  // and syncs it, too.
  relaxed: {
    before: "PRAGMA synchronous = NORMAL",
    begin: "BEGIN IMMEDIATE",
    after: "PRAGMA synchronous = FULL"
  },

  // `begin` locks the whole file, and the schema's changes are part of the transaction.
  migrationLock: undefined,

  lockTables: undefined,

  // SQLite has no schemas.
  makeSchema: undefined,

  findTable: (table) =>
    `SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = '${prefix}${table}'`,

  // SQLite makes those without a statement, and those of its own names; an index of words makes its
  // tables.
  allStatements: `SELECT sql AS statement FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY rowid`,

  columnTypes: { text: "TEXT", integer: "INTEGER", real: "REAL", bytes: "BLOB" },

  // Without STRICT, a column takes values of any type. WITHOUT ROWID keeps a row inside its primary
  // key's index: one B-tree less, but only good for rows much smaller than a page.
  tableOptions: { plain: " STRICT", keyed: " STRICT, WITHOUT ROWID" },

  // There is no vacuum to tune: free pages are used again at once.
  tune: () => [],

  // `begin` locks the whole file.
  lockTable: () => undefined,

  isRecorder: "true",
  awaitRecorders: undefined,

  // Written so that the index of positions answers.
  nextPosition: `COALESCE((SELECT position FROM ${tables.events} WHERE position > 0 ORDER BY position DESC LIMIT 1), 0) + row_number() OVER ()`,
  runningTransactions: "0 AS oldest, 0 AS newest",

  jsonRows: ["json_each(", ")"],

  isAmong: {
    text: ["IN (SELECT value FROM json_each(", "))"],
    integer: ["IN (SELECT value FROM json_each(", "))"]
  },

  // Days since 4714 BC; `unixepoch` only knows seconds in older versions.
  currentMillis: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",

  isBeyondAscii: (column) => `length(CAST(${column} AS BLOB)) > length(${column})`,

  // A value extracted from JSON has the type it had there.
  cast: (expression) => expression,

  // There is one writer, and it locks the whole file.
  hurry: undefined,
  forUpdate: "",
  skipLocked: ""
})
