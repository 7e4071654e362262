import type { StorageError } from "@telemark/contract"
import { codesOf } from "@telemark/core"
import { Effect } from "effect"
import { existsSync, statSync } from "node:fs"
import { mkdir, realpath, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import {
  type CopiedDatabase,
  copyBeside,
  onDisk,
  refuse,
  syncFile,
  withFile
} from "./copyDatabase.js"
import { syncDirectory } from "./databaseFile.js"

interface Files {
  readonly filename: string
  readonly tablePrefix?: string | undefined
  /** Of the backup. */
  readonly backup: string
}

const moveInto = (from: string, to: string) =>
  onDisk("The copy can't be given its name", async () => {
    await rename(from, to)
    await syncDirectory(to)
  })

/** What SQLite keeps beside a file, and would apply to any other that gets its name. */
const logs = ["-wal", "-shm", "-journal"]

const isSameFile = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((path) =>
    statSync(path, { bigint: true, throwIfNoEntry: false })
  )
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}

/**
 * Copies a database while processes use it. The file appears under its name once it is whole,
 * checked and on disk. The keys of stored secrets aren't in it.
 */
export const backupDatabase = ({
  backup,
  filename,
  tablePrefix
}: Files): Effect.Effect<CopiedDatabase, StorageError> =>
  Effect.scoped(
    Effect.gen(function* () {
      if (isSameFile(filename, backup))
        return yield* refuse(`${backup} is the database itself: name another file.`)
      const { copy, ...copied } = yield* copyBeside({ from: filename, tablePrefix }, backup)
      yield* syncFile(copy)
      yield* onDisk("What an earlier file left can't be removed", async () => {
        for (const log of logs) await rm(`${backup}${log}`, { force: true })
      })
      yield* moveInto(copy, backup)
      return copied
    })
  )

/**
 * Whether any process has the database open. Of a damaged one this can't be told: then no process
 * accepts anything once the file has another name.
 */
export const isInUse = (filename: string): Effect.Effect<boolean, StorageError> =>
  existsSync(filename)
    ? Effect.catch(
        withFile(filename, (query) =>
          Effect.gen(function* () {
            yield* query("PRAGMA busy_timeout = 0")
            yield* query("PRAGMA locking_mode = EXCLUSIVE")
            yield* query("BEGIN EXCLUSIVE")
            yield* query("COMMIT")
            return false
          })
        ),
        (error) => {
          const codes = codesOf(error)
          if (codes.some((code) => code.startsWith("SQLITE_BUSY"))) return Effect.succeed(true)
          return codes.some((code) => /^SQLITE_(?:CORRUPT|NOTADB)/.test(code))
            ? Effect.succeed(false)
            : Effect.fail(error)
        }
      )
    : Effect.succeed(false)

/** What stands in the database's place. */
const present = (filename: string): ReadonlyArray<string> =>
  ["", ...logs].filter((ending) => existsSync(`${filename}${ending}`))

interface Restoring<A, E, R> extends Files {
  /** If a database stands there, what its files are named from now on. */
  readonly aside?: string | undefined
  /** Before the copy gets its name: it must have closed it when it is done. */
  readonly prepare: (copy: string) => Effect.Effect<A, E, R>
}

/** Copies a backup, prepares the copy and puts it in the database's place, wherever links lead. */
export const restoreDatabase = <A, E, R>({
  aside,
  backup,
  filename: named,
  prepare,
  tablePrefix
}: Restoring<A, E, R>): Effect.Effect<
  CopiedDatabase & { readonly prepared: A },
  E | StorageError,
  R
> =>
  Effect.scoped(
    Effect.gen(function* () {
      const filename = yield* Effect.promise(() => realpath(named).catch(() => named))
      const isFree = Effect.gen(function* () {
        if (yield* isInUse(filename))
          return yield* refuse(`A process uses the database ${filename}: stop it first.`)
        if (aside === undefined && present(filename).length > 0)
          return yield* refuse(`There is a database ${filename} already.`)
      })
      yield* isFree
      yield* onDisk("The directory can't be made", () =>
        mkdir(dirname(filename), { recursive: true, mode: 0o700 })
      )
      const { copy, ...copied } = yield* copyBeside({ from: backup, tablePrefix }, filename)
      const prepared = yield* prepare(copy)
      yield* syncFile(copy)
      yield* isFree
      for (const ending of present(filename))
        yield* moveInto(`${filename}${ending}`, `${aside ?? ""}${ending}`)
      yield* moveInto(copy, filename)
      return { ...copied, prepared }
    })
  )

/** Does what restoring does, but for the last step: the copy is removed. */
export const verifyBackup = <A, E, R>({
  backup,
  prepare,
  tablePrefix
}: Omit<Restoring<A, E, R>, "aside" | "filename">): Effect.Effect<
  CopiedDatabase & { readonly prepared: A },
  E | StorageError,
  R
> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { copy, ...copied } = yield* copyBeside({ from: backup, tablePrefix }, backup)
      return { ...copied, prepared: yield* prepare(copy) }
    })
  )
