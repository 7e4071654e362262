// Hot path (docs/hot-paths.md): `fdatasync` by callback, shared by commits.
import { wakeable } from "@telemark/core"
import { Effect, type Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
// Imported as a whole, so that tests can replace its functions.
import fs from "node:fs"
import { refusal } from "./explainSqliteError.js"

type Done = (error: Error | null) => void

/**
 * Syncs SQLite's log to disk off the event loop. With `synchronous = FULL` SQLite does so inside
 * COMMIT, which blocks the process from 0.2 to 10 ms and more. Commits made while a sync is under
 * way share the next one. After one failed sync nothing is synced any more: the system reports the
 * failure once, and then takes the lost pages, and what follows them, as written. Closing this
 * descriptor releases no lock of SQLite's: these are on other files.
 */
class LogSync {
  private waiting: Array<Done> = []
  private file: number | undefined
  private isUnderWay = false
  private isClosed = false
  /** Of the failed sync. */
  failure: Error | undefined

  constructor(private readonly path: string) {}

  /** Calls back once everything committed so far is on disk. */
  wait(done: Done): void {
    this.waiting.push(done)
    if (!this.isUnderWay) this.syncNext()
  }

  /** Closes the file, after a sync that is under way. */
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
    if (this.isUnderWay)
      this.withFile((error, file) => {
        const answer: Done = (notOnDisk) => {
          for (const done of served) done(notOnDisk)
          this.syncNext()
        }
        if (file === undefined) answer(error)
        else this.sync(file, answer)
      })
    else if (this.isClosed) this.close()
  }

  private sync(file: number, done: Done): void {
    if (this.failure !== undefined) done(this.failure)
    else
      fs.fdatasync(file, (error) => {
        this.failure ??= error ?? undefined
        done(error)
      })
  }

  /**
   * A commit has created the file by then. If opening fails nothing is lost: the next sync also
   * covers this commit.
   */
  private withFile(use: (error: Error | null, file?: number) => void): void {
    if (this.file !== undefined) use(null, this.file)
    // Windows syncs only files that are open for writing.
    else
      fs.open(this.path, "r+", (error, file) => {
        if (error !== null) return use(error)
        this.file = file
        use(null, file)
      })
  }
}

const notSynced = (cause: Error, isForGood: boolean): SqlError =>
  refusal(
    "SQLITE_IOERR_FSYNC",
    "The log of the database file could not be synced to the disk, and the last commits may be lost at a power cut. " +
      (isForGood
        ? "The database is closed for reads and writes: check the disk, and restart."
        : "The log could not be opened; the next commit tries again."),
    { cause }
  )

interface CommitSync {
  /** Waits until what was committed is on disk. */
  readonly untilOnDisk: Effect.Effect<void, SqlError>
  /** Fails once a sync has failed. */
  readonly check: Effect.Effect<void, SqlError>
}

/** For a database in WAL mode. Closes the log with the scope. */
export const makeCommitSync = (path: string): Effect.Effect<CommitSync, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new LogSync(`${path}-wal`)),
      (log) =>
        Effect.sync(() => {
          log.close()
        })
    ),
    (log) => ({
      untilOnDisk: wakeable<void, SqlError>((resume) => {
        log.wait((error) => {
          resume(error === null ? Effect.void : notSynced(error, log.failure !== undefined))
        })
      }, "microtask"),
      check: Effect.suspend(() =>
        log.failure === undefined ? Effect.void : notSynced(log.failure, true)
      )
    })
  )
