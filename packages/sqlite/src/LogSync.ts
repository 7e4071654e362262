import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Scope } from "effect"
// As a whole: tests stand between.
import fs from "node:fs"
import { refusal } from "./refusal.js"

type Done = (error: Error | null) => void

/**
 * Brings SQLite's log to the disk beside the event loop. With `synchronous = FULL` SQLite does so inside COMMIT, and the process stands
 * still for as long as the disk takes: from a fifth of a millisecond to ten and more. Who commits while one sync is under way shares the next.
 *
 * A sync that fails is the last: the system reports it once, and then takes for written what isn't on the disk, also what lies behind it in the log.
 *
 * The log keeps its file as long as a connection is open, and SQLite keeps its locks in other files: closing this descriptor loses none.
 */
export class LogSync {
  private waiting: Array<Done> = []
  private file: number | undefined
  private isUnderWay = false
  private isClosed = false
  /** Why nothing can be brought to the disk any more. */
  failure: Error | undefined

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
    if (this.isUnderWay) this.withFile((error, file) => {
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
    else fs.fdatasync(file, (error) => {
      this.failure ??= error ?? undefined
      done(error)
    })
  }

  /** Opened with the first commit, which has made it at the latest. Where that fails nothing is lost: the next sync brings this commit to the disk too. */
  private withFile(use: (error: Error | null, file?: number) => void): void {
    if (this.file !== undefined) use(null, this.file)
    // Windows syncs only what may be written to.
    else fs.open(this.path, "r+", (error, file) => {
      if (error !== null) return use(error)
      this.file = file
      use(null, file)
    })
  }
}

const notSynced = (cause: Error, isForGood: boolean): SqlError =>
  refusal("SQLITE_IOERR_FSYNC", "The log of the database file could not be brought to the disk, and what was committed last may be lost at a power cut. " +
    (isForGood ? "Nothing more is written or read: look at the disk, and restart." : "It could not be opened for that; the next commit tries again."), { cause })

/** How a file's commits get to the disk. */
export interface CommitSync {
  /** Until what was committed is on the disk. */
  readonly untilOnDisk: Effect.Effect<void, SqlError>
  /** Fails once something could not be brought there. */
  readonly check: Effect.Effect<void, SqlError>
}

/** For the database at this path; made once its journal mode is WAL. The log is closed with the scope. */
export const makeCommitSync = (path: string): Effect.Effect<CommitSync, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(Effect.sync(() => new LogSync(`${path}-wal`)), (log) => Effect.sync(() => { log.close() })),
    (log) => ({
      untilOnDisk: Effect.async<void, SqlError>((resume) => {
        log.wait((error) => { resume(error === null ? Effect.void : notSynced(error, log.failure !== undefined)) })
      }),
      check: Effect.suspend(() => log.failure === undefined ? Effect.void : notSynced(log.failure, true))
    })
  )
