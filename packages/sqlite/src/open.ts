import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { StorageError } from "@telemark/core"
import { toStorageError } from "@telemark/sql"
import { Effect, Schedule, type Scope } from "effect"
import { mkdir, open as openFile } from "node:fs/promises"
import { dirname } from "node:path"

export interface OpenOptions {
  /** The database file; it is made if there is none, and its directory too. */
  readonly filename: string
  /** How long a statement waits for another process's lock, in milliseconds; 5000 by default. */
  readonly busyTimeout?: number | undefined
}

/** Only their owner may read a file that holds mail, and the directory made for it; SQLite makes its log alike. */
const makeFile = (filename: string): Effect.Effect<void, StorageError> =>
  filename === ":memory:" ? Effect.void : Effect.tryPromise({
    try: async () => {
      await mkdir(dirname(filename), { recursive: true, mode: 0o700 })
      // Where the file can't be made, opening it says why.
      await openFile(filename, "a", 0o600).then((file) => file.close(), () => undefined)
    },
    catch: (cause) => new StorageError({ reason: "unavailable", cause })
  })

const isBusy = ({ reason }: StorageError): boolean => reason === "unavailable"

/** Opens the file and tunes the connection, until the scope closes. */
export const open = (
  { busyTimeout = 5000, filename }: OpenOptions
): Effect.Effect<SqliteClient.SqliteClient, StorageError, Scope.Scope> =>
  Effect.gen(function*() {
    yield* makeFile(filename)
    // The driver throws where it can't open the file.
    const sql = yield* SqliteClient.make({ filename, disableWAL: true }).pipe(
      Effect.catchAllDefect((defect) => toStorageError(defect)),
      Effect.provide(Reactivity.layer)
    )
    const tune = (pragma: string) => Effect.mapError(sql.unsafe(`PRAGMA ${pragma}`), toStorageError)
    yield* tune(`busy_timeout = ${String(Math.trunc(busyTimeout))}`)
    // Readers and the writer don't wait for each other. The switch itself ignores the busy timeout when
    // several processes make it at once.
    yield* Effect.retry(tune("journal_mode = WAL"), {
      while: isBusy,
      schedule: Schedule.spaced("20 millis").pipe(Schedule.intersect(Schedule.recurs(50)))
    })
    // With NORMAL, the default in WAL mode, a power cut loses the last commits: sends that were answered.
    yield* tune("synchronous = FULL")
    yield* tune("foreign_keys = ON")
    return sql
  })
