import { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"

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
 * `node:sqlite` has a number where better-sqlite3 has the name. The lower eight bits are what it is
 * an extension of.
 */
const sqliteCodeOf = (error: object): string | undefined => {
  const number: unknown = "errcode" in error ? error.errcode : undefined
  return typeof number === "number" ? (names[number] ?? names[number & 0xff]) : undefined
}

/**
 * Codes after which the same call may succeed later: SQLite's result codes (locked, full, not
 * reachable, not writable), Postgres' SQLSTATEs (08 connection, 53 resources, 57014 timeout, 57P
 * shutdown, 40 serialization and deadlock, 55P03 lock, 25006 read-only) and Node's codes of
 * sockets.
 */
const unavailable = new RegExp(
  "^(?:SQLITE_(?:BUSY|PROTOCOL|LOCKED|FULL|IOERR|CANTOPEN|READONLY)" +
    "|(?:08|53)[0-9A-Z]{3}$|57014$|57P0[1-5]$|40001$|40P01$|55P03$|25006$" +
    "|E(?:CONN\\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND)$|CONNECT_TIMEOUT$|CONNECTION_)"
)

/** The codes of an error and of its causes, outermost first. */
export const codesOf = (error: unknown): ReadonlyArray<string> => {
  if (typeof error !== "object" || error === null) return []
  const code = sqliteCodeOf(error) ?? ("code" in error ? error.code : undefined)
  const own = typeof code === "string" ? [code] : []
  return "cause" in error ? [...own, ...codesOf(error.cause)] : own
}

/** The messages of an error and its causes, outermost first. */
export const messagesOf = (error: unknown): ReadonlyArray<string> =>
  error instanceof Error ? [error.message, ...messagesOf(error.cause)] : []

/** Not if the database is locked or away; but a disk may be too full for a large one only. */
export const isOneWrites = ({ cause, reason }: StorageError): boolean =>
  reason === "fault" || codesOf(cause).some((code) => code === "SQLITE_FULL" || code === "53100")

/** Transactions of other tenants needn't wait for these rows. */
export const isLockNotAvailable = (error: unknown): boolean => codesOf(error).includes("55P03")

/**
 * Rolled back for another (deadlock, serialization): the same transaction succeeds when run again.
 */
export const isConflict = (error: unknown): boolean =>
  codesOf(error).some((code) => code === "40P01" || code === "40001")

export const isUniqueViolation = (error: unknown): boolean =>
  codesOf(error).some((code) => code === "23505" || code === "SQLITE_CONSTRAINT_UNIQUE")

const counts = { unavailable: 0, fault: 0 }

/** In this process, of all its databases, since it started: for metrics. */
export const storageErrors: Readonly<typeof counts> = counts

/** `unavailable` if the same call may succeed later, otherwise `fault`. */
export const toStorageError = (error: unknown): StorageError => {
  if (error instanceof StorageError) return error
  const reason = codesOf(error).some((code) => unavailable.test(code)) ? "unavailable" : "fault"
  // These are answered by who made the statement, or tried again.
  if (!isLockNotAvailable(error) && !isConflict(error) && !isUniqueViolation(error))
    counts[reason]++
  return new StorageError({ reason, cause: error })
}

export const stored = <A, R>(
  effect: Effect.Effect<A, SqlError.SqlError | StorageError, R>
): Effect.Effect<A, StorageError, R> => Effect.mapError(effect, toStorageError)
