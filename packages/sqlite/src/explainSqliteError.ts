import { StorageError } from "@telemark/contract"
import { codesOf, failed, messagesOf } from "@telemark/core"
import type { SqlError } from "effect/sql/SqlError"

/** By the beginning of the driver's or Node's code: the problem, for the operator. */
const reasons: ReadonlyArray<readonly [code: string, reason: string]> = [
  [
    "SQLITE_CANTOPEN",
    "it can't be opened or made: check that the path names a file, and who may access it"
  ],
  ["SQLITE_READONLY", "it can't be written to: check who may write to the file and its directory"],
  ["SQLITE_NOTADB", "it is not a SQLite database, or it is damaged"],
  ["SQLITE_CORRUPT", "it is damaged: restore a backup"],
  ["SQLITE_BUSY", "another process keeps it locked"],
  ["SQLITE_LOCKED", "another process keeps it locked"],
  ["SQLITE_FULL", "the disk is full"],
  ["SQLITE_IOERR", "the disk can't be read or written"],
  ["EACCES", "its directory can't be made: permission denied"],
  ["EPERM", "its directory can't be made: permission denied"],
  ["EROFS", "its directory can't be made: the file system is read-only"],
  ["ENOENT", "its directory can't be made there"],
  ["EEXIST", "a part of its path is a file, not a directory"],
  ["ENOTDIR", "a part of its path is a file, not a directory"],
  ["ENOSPC", "the disk is full"]
]

/** Of an `import` and of a `require`. */
const notFound: ReadonlySet<string> = new Set(["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"])

/** Of better-sqlite3's loader without its binary. That error has no code. */
const notBuilt = /Could not locate the bindings file/

const orOtherNode = ", or use Node 22.16 or newer, which has SQLite"

const driverReasons = {
  notInstalled:
    "better-sqlite3, which opens it, isn't installed. " +
    `Run \`npm install better-sqlite3\`${orOtherNode}`,
  notBuilt:
    "better-sqlite3, which opens it, was installed without its binary, since the package manager didn't run its install script. " +
    `With pnpm, run \`pnpm approve-builds\` and choose better-sqlite3; with npm, run \`npm rebuild better-sqlite3 --ignore-scripts=false\`${orOtherNode}`,
  otherNode:
    "better-sqlite3, which opens it, was built for another version of Node, or for another system. " +
    `Run \`npm rebuild better-sqlite3\`, or with pnpm \`pnpm rebuild better-sqlite3\`, with the version of Node that runs this${orOtherNode}`
} as const

const driverReason = (cause: unknown): string | undefined => {
  const codes = codesOf(cause)
  if (codes.some((code) => notFound.has(code))) return driverReasons.notInstalled
  if (codes.includes("ERR_DLOPEN_FAILED")) return driverReasons.otherNode
  return messagesOf(cause).some((message) => notBuilt.test(message))
    ? driverReasons.notBuilt
    : undefined
}

export const explainSqliteError =
  (filename: string) =>
  (error: StorageError): StorageError => {
    const [code] = codesOf(error.cause)
    const reason =
      driverReason(error.cause) ?? reasons.find(([start]) => code?.startsWith(start))?.[1]
    return reason === undefined
      ? error
      : new StorageError({
          reason: error.reason,
          cause: new Error(`The database file ${filename} can't be used: ${reason}.`, {
            cause: error.cause
          })
        })
  }

/** An error of our own, with SQLite's code for it. */
export const refusal = (code: string, message: string, options?: ErrorOptions): SqlError =>
  failed(Object.assign(new Error(message, options), { code }), message)
