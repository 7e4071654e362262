import { StorageError } from "@telemark/contract"
import { codesOf, tableNames, toStorageError } from "@telemark/core"
import { Effect, type Scope } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import { existsSync, statSync } from "node:fs"
import { open as openFile, rm } from "node:fs/promises"
import { synced } from "./databaseFile.js"
import { explainSqliteError } from "./explainSqliteError.js"
import { openSqlite } from "./sqliteConnection.js"

/** A whole copy of a database, in one file. */
export interface CopiedDatabase {
  readonly octets: number
  /** The newest step of its schema. */
  readonly step: number
}

interface Copying {
  /** Whatever processes do with it meanwhile. */
  readonly from: string
  readonly tablePrefix: string | undefined
}

export const refuse = (message: string, cause?: unknown): StorageError =>
  new StorageError({ reason: "fault", cause: new Error(message, { cause }) })

/** Of the file system; Node's message names the file. */
export const onDisk = <A>(what: string, run: () => Promise<A>): Effect.Effect<A, StorageError> =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => refuse(`${what}: ${cause instanceof Error ? cause.message : ""}.`, cause)
  })

type Row = Readonly<Record<string, unknown>>

const run = (own: Connection, text: string, ...parameters: ReadonlyArray<unknown>) =>
  Effect.map(
    own.executeUnprepared(text, parameters, undefined),
    (rows) => rows as ReadonlyArray<Row>
  )

/** Its own connection, without what opening it as a storage does to it. */
export const withFile = <A>(
  filename: string,
  use: (
    query: (
      text: string,
      ...parameters: ReadonlyArray<unknown>
    ) => Effect.Effect<ReadonlyArray<Row>, SqlError>
  ) => Effect.Effect<A, SqlError>
): Effect.Effect<A, StorageError> =>
  Effect.scoped(
    Effect.flatMap(openSqlite(filename), ({ own }) =>
      use((text, ...parameters) => run(own, text, ...parameters))
    )
  ).pipe(Effect.mapError((error) => explainSqliteError(filename)(toStorageError(error))))

const fromSource = /^SQLITE_(?:CORRUPT|NOTADB)/

/**
 * VACUUM INTO and not SQLite's backup in steps: those begin anew whenever another process commits,
 * so that under load they don't end, and all in one step keep writers waiting for longer. It reads
 * one state of the database. Writers go on, only the log isn't begun anew until it is done.
 */
const copyInto = (from: string, to: string) =>
  withFile(from, (query) =>
    Effect.andThen(query("PRAGMA busy_timeout = 5000"), query("VACUUM INTO ?", to))
  ).pipe(
    Effect.mapError((error) =>
      codesOf(error.cause).some((code) => fromSource.test(code))
        ? error
        : explainSqliteError(to)(toStorageError(error.cause))
    )
  )

const examine = (filename: string, migrations: string, shown: string) =>
  Effect.flatMap(
    withFile(filename, (query) =>
      Effect.gen(function* () {
        const problems = yield* query("PRAGMA integrity_check(3)")
        const [table] = yield* query(
          "SELECT 1 AS one FROM sqlite_schema WHERE type = 'table' AND name = ?",
          migrations.replaceAll('"', "")
        )
        const [newest] =
          table === undefined ? [] : yield* query(`SELECT MAX(id) AS step FROM ${migrations}`)
        return { problems: problems.map((row) => String(Object.values(row)[0])), newest }
      })
    ),
    ({ newest, problems }) => {
      if (problems.join() !== "ok")
        return refuse(`The copy of ${shown} is damaged: ${problems.join("; ")}.`)
      const step = newest?.["step"]
      return typeof step === "number"
        ? Effect.succeed(step)
        : refuse(`${shown} has no tables of Telemark, or they have another prefix.`)
    }
  )

/**
 * Copies a database into a new file beside `to`, for its owner only, and checks it: the copy isn't
 * damaged and has Telemark's tables. The file is gone when the scope closes, unless it was given
 * another name.
 */
export const copyBeside = (
  { from, tablePrefix }: Copying,
  to: string
): Effect.Effect<CopiedDatabase & { readonly copy: string }, StorageError, Scope.Scope> =>
  Effect.gen(function* () {
    if (!existsSync(from)) return yield* refuse(`There is no file ${from}.`)
    const names = yield* tableNames({ tablePrefix })
    const copy = `${to}.partial-${randomUUID()}`
    yield* Effect.acquireRelease(
      onDisk("The copy can't be made", async () => {
        await (await openFile(copy, "wx", 0o600)).close()
      }),
      () =>
        Effect.promise(async () => {
          for (const ending of ["", "-wal", "-shm", "-journal"])
            await rm(`${copy}${ending}`, { force: true })
        })
    )
    yield* copyInto(from, copy)
    const step = yield* examine(copy, names.tables.telemark_migrations, from)
    return { copy, step, octets: statSync(copy).size }
  })

/** Once nobody has it open. */
export const syncFile = (path: string): Effect.Effect<void, StorageError> =>
  onDisk("The copy can't be written", async () => {
    const file = await openFile(path, "r+")
    try {
      await synced(file.fd)
    } finally {
      await file.close()
    }
  })
