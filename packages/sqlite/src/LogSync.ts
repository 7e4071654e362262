import { SqlError } from "@effect/sql/SqlError"
import { Effect, type Scope } from "effect"
// As a whole: tests stand between.
import fs from "node:fs"

type Done = (error: Error | null) => void

/**
 * Brings SQLite's log to the disk beside the event loop. With `synchronous = FULL` SQLite does so inside COMMIT, and the process stands
 * still for as long as the disk takes: from a fifth of a millisecond to ten and more. Who commits while one sync is under way shares the next.
 *
 * The log keeps its file as long as a connection is open, and SQLite keeps its locks in other files: closing this descriptor loses none.
 */
export class LogSync {
  private waiting: Array<Done> = []
  private file: number | undefined
  private isUnderWay = false
  private isClosed = false

  constructor(private readonly path: string) {}

  /** Calls back once everything that is committed by now is on the disk. */
  wait(done: Done): void {
    this.waiting.push(done)
    if (!this.isUnderWay) this.syncNext()
  }

  /** Once nobody waits any more. */
  close(): void {
    this.isClosed = true
    if (this.isUnderWay || this.file === undefined) return
    fs.closeSync(this.file)
    this.file = undefined
  }

  private syncNext(): void {
    const served = this.waiting
    this.waiting = []
    this.isUnderWay = served.length > 0
    if (this.isUnderWay) this.sync((error) => {
      for (const done of served) done(error)
      this.syncNext()
    })
    else if (this.isClosed) this.close()
  }

  private sync(done: Done): void {
    if (this.file !== undefined) fs.fdatasync(this.file, done)
    // Made by SQLite with the first commit at the latest. Windows syncs only what may be written to.
    else fs.open(this.path, "r+", (error, file) => {
      if (error !== null) return done(error)
      this.file = file
      fs.fdatasync(file, done)
    })
  }
}

const failed = (cause: Error): SqlError =>
  new SqlError({
    cause: Object.assign(new Error("The log of the database file could not be brought to the disk.", { cause }), { code: "SQLITE_IOERR_FSYNC" }),
    message: "Failed to sync what was committed"
  })

/** Until what was committed to this file is on the disk; made once its journal mode is WAL. It is closed with the scope. */
export const makeUntilOnDisk = (filename: string): Effect.Effect<Effect.Effect<void, SqlError>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(Effect.sync(() => new LogSync(`${filename}-wal`)), (log) => Effect.sync(() => { log.close() })),
    (log) => Effect.async<void, SqlError>((resume) => {
      log.wait((error) => { resume(error === null ? Effect.void : failed(error)) })
    })
  )
