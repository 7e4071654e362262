/** SQLite's names of its result codes, by their numbers. */
const names: Readonly<Record<number, string>> = {
  1: "SQLITE_ERROR",
  2: "SQLITE_INTERNAL",
  3: "SQLITE_PERM",
  4: "SQLITE_ABORT",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  7: "SQLITE_NOMEM",
  8: "SQLITE_READONLY",
  9: "SQLITE_INTERRUPT",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  12: "SQLITE_NOTFOUND",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  15: "SQLITE_PROTOCOL",
  17: "SQLITE_SCHEMA",
  18: "SQLITE_TOOBIG",
  19: "SQLITE_CONSTRAINT",
  20: "SQLITE_MISMATCH",
  21: "SQLITE_MISUSE",
  22: "SQLITE_NOLFS",
  23: "SQLITE_AUTH",
  25: "SQLITE_RANGE",
  26: "SQLITE_NOTADB",
  2067: "SQLITE_CONSTRAINT_UNIQUE"
}

/**
 * The name of an error of `node:sqlite`, which has a number where better-sqlite3 has the name. The
 * lower eight bits are what it is an extension of.
 */
export const sqliteCodeOf = (error: object): string | undefined => {
  const number: unknown = "errcode" in error ? error.errcode : undefined
  return typeof number === "number" ? (names[number] ?? names[number & 0xff]) : undefined
}
