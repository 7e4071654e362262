import type { TableNames } from "../Names/index.js"
import type { Dialect } from "./Dialect.js"

/** SQLite, with the tables called so. */
export const makeSqlite = ({ nameOf }: TableNames): Dialect => ({
  name: "sqlite",
  isSynchronous: true,

  // A transaction that reads before it writes fails at once, whatever the busy timeout, when another process
  // wrote in between. Taking the write lock with the first statement makes it wait instead.
  begin: "BEGIN IMMEDIATE",

  // It can't be changed inside a transaction. What the next synced commit writes lies behind this one in the
  // log, so that syncs this one too.
  relaxed: { before: "PRAGMA synchronous = NORMAL", begin: "BEGIN IMMEDIATE", after: "PRAGMA synchronous = FULL" },

  // `begin` holds the lock on the whole file, and changes of the schema are part of the transaction.
  migrationLock: undefined,

  // A file has none.
  makeSchema: undefined,

  // Each has a catalogue of its own.
  findTable: (table) => `SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = '${nameOf(table)}'`,

  columnTypes: { text: "TEXT", integer: "INTEGER", real: "REAL", bytes: "BLOB" },

  // Unless STRICT, a column takes values of any type. WITHOUT ROWID keeps a row inside the index of its primary
  // key instead of beside it: one B-tree less to write, but only good for rows much smaller than a page.
  tableOptions: { plain: " STRICT", keyed: " STRICT, WITHOUT ROWID" },

  // There is no vacuum to set: free pages are used again at once.
  tune: () => [],

  // `begin` holds the lock on the whole file.
  lockTable: () => undefined,

  // Likewise.
  isRecorder: "true",
  awaitRecorders: undefined,

  jsonRows: ["json_each(", ")"],

  isAmong: { text: ["IN (SELECT value FROM json_each(", "))"], integer: ["IN (SELECT value FROM json_each(", "))"] },

  // Days since 4714 BC; `unixepoch` only knows seconds in older versions.
  currentMillis: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",

  // A value taken out of JSON has the type it had there.
  cast: (expression) => expression,

  // There is one writer, and it holds the whole file.
  hurry: undefined,
  forUpdate: "",
  skipLocked: ""
})
