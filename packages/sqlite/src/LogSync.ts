// Hot path (docs/hot-paths.md): `fdatasync` by callback, two at once, shared by commits.
import { wakeable } from "@telemark/core"
import { Effect, type Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
// Imported as a whole, so that tests can replace its functions.
import fs from "node:fs"
import { refusal } from "./explainSqliteError.js"

type Done = (error: Error | null) => void

/**
 * Syncs under way at once, each on a descriptor of its own: the system reports a failure once to
 * each. With one, a commit waited for the rest of another's sync before its own began.
 */
const maxUnderWay = 2

/**
 * Syncs SQLite's log to disk off the event loop. With `synchronous = FULL` SQLite does so inside
 * COMMIT, which blocks the process from 0.2 to 10 ms and more. Commits made while no further sync
 * may begin share the next one. After one failed sync nothing is synced any more: the system
 * reports the failure once, and then takes the lost pages, and what follows them, as written.
 * Closing these descriptors releases no lock of SQLite's: these are on other files.
 */
class LogSync {
  private waiting: Array<Done> = []
  /** Of those that are open, the ones that no sync uses. */
  private readonly idle: Array<number> = []
  private underWay = 0
  private isClosed = false
  /** Of the failed sync. */
  failure: Error | undefined

  constructor(private readonly path: string) {}

  /** Calls back once everything committed so far is on disk. */
  wait(done: Done): void {
    this.waiting.push(done)
    if (this.underWay < maxUnderWay) this.syncNext()
  }

  /** Closes the files, those of syncs that are under way after these. */
  close(): void {
    this.isClosed = true
    for (const file of this.idle.splice(0)) fs.closeSync(file)
  }

  private syncNext(): void {
    const served = this.waiting
    this.waiting = []
    if (served.length === 0) return
    this.underWay += 1
    this.withFile((error, file) => {
      const answer: Done = (notOnDisk) => {
        this.underWay -= 1
        if (file !== undefined) this.idle.push(file)
        for (const done of served) done(notOnDisk)
        this.syncNext()
        if (this.isClosed) this.close()
      }
      if (file === undefined) answer(error)
      else this.sync(file, answer)
    })
  }

  private sync(file: number, done: Done): void {
    if (this.failure !== undefined) done(this.failure)
    else
      fs.fdatasync(file, (error) => {
        this.failure ??= error ?? undefined
        done(this.failure ?? null)
      })
  }

  /**
   * A commit has created the file by then. If opening fails nothing is lost: the next sync also
   * covers this commit.
   */
  private withFile(use: (error: Error | null, file?: number) => void): void {
    const file = this.idle.pop()
    if (file !== undefined) use(null, file)
    // Windows syncs only files that are open for writing.
    else fs.open(this.path, "r+", use)
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
