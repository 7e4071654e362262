import { wakeable } from "@telemark/core"
import { Effect, type Scope } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import { Worker } from "node:worker_threads"

/**
 * What a thread loads to use the very same SQLite as this one: two copies in one process would undo
 * each other's locks. The binary is that of better-sqlite3; undefined for the SQLite of Node.
 */
export interface SameDriver {
  readonly binary: string | undefined
}

/** Commits between two checkpoints: some 15 MB of log under load. */
const commitsBetween = 64

/**
 * Pages in the log after which COMMIT makes a checkpoint itself, 40 MB: only if the thread can't
 * keep up.
 */
const pagesUntilCommitChecks = 10_000

/** SQLite's own default, where there is no thread. */
const pagesByDefault = 1000

/**
 * Each checkpoint writes what was committed until it began. The log begins anew once one has found
 * nothing more, so the next, short ones follow at once. As text, so that it needs no separate file.
 */
const code = `
const { parentPort, workerData: { binary, path } } = require("node:worker_threads")
const database = binary === undefined
  ? new (require("node:sqlite").DatabaseSync)(path)
  : new (require(require("node:path").join(binary, "../../..")))(path, { fileMustExist: true, nativeBinding: binary })
database.exec("PRAGMA synchronous = NORMAL")
const checkpoint = database.prepare("PRAGMA wal_checkpoint(PASSIVE)")
const maxInOneGo = 8
parentPort.on("message", (isLast) => {
  if (isLast) {
    database.close()
    parentPort.close()
    return
  }
  let before = -1
  for (let made = 0; made < maxInOneGo; made++) {
    const { log } = checkpoint.get()
    if (log === before) break
    before = log
  }
  parentPort.postMessage(null)
})
`

/** Begun by the first checkpoint: a process that writes little has none. */
class CheckpointThread {
  private worker: Worker | undefined
  private commits = 0
  private isUnderWay = false
  private isOver = false

  constructor(
    private readonly path: string,
    private readonly driver: SameDriver,
    private readonly onFailure: () => void
  ) {}

  /** After each commit. */
  noteCommit(): void {
    this.commits += 1
    if (this.commits < commitsBetween || this.isUnderWay || this.isOver) return
    this.commits = 0
    this.isUnderWay = true
    this.worker ??= this.begin()
    this.worker?.postMessage(false)
  }

  /** Closes the thread's connection, after a checkpoint that is under way. */
  close(done: () => void): void {
    const { worker } = this
    this.isOver = true
    if (worker === undefined) {
      done()
      return
    }
    worker.ref()
    worker.once("exit", done)
    worker.postMessage(true)
  }

  private begin(): Worker | undefined {
    try {
      const worker = new Worker(code, {
        eval: true,
        workerData: { path: this.path, binary: this.driver.binary },
        env: {},
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: 16 }
      })
      worker.on("message", () => {
        this.isUnderWay = false
      })
      // It exits then.
      worker.on("error", () => undefined)
      worker.on("exit", () => {
        this.worker = undefined
        this.fail()
      })
      worker.unref()
      return worker
    } catch {
      this.fail()
      return undefined
    }
  }

  private fail(): void {
    if (this.isOver) return
    this.isOver = true
    this.onFailure()
  }
}

interface Checkpointed {
  readonly own: Connection
  /** Of the file, in WAL mode. */
  readonly path: string
  readonly sameDriver: SameDriver | undefined
}

/**
 * Writes the log's pages into the database file beside the event loop. Inside COMMIT, as SQLite does
 * by itself, this blocks the process for 5 to 50 ms, once for about two hundred mails.
 */
export const withCheckpoints = ({
  own,
  path,
  sameDriver
}: Checkpointed): Effect.Effect<Connection, never, Scope.Scope> =>
  Effect.gen(function* () {
    if (sameDriver === undefined) return own
    const inCommitAfter = (pages: number) =>
      Effect.ignore(
        own.executeUnprepared(`PRAGMA wal_autocheckpoint = ${String(pages)}`, [], undefined)
      )
    yield* inCommitAfter(pagesUntilCommitChecks)
    const thread = yield* Effect.acquireRelease(
      Effect.sync(
        () =>
          new CheckpointThread(path, sameDriver, () => {
            Effect.runSync(inCommitAfter(pagesByDefault))
          })
      ),
      (opened) =>
        wakeable<void>((resume) => {
          opened.close(() => {
            resume(Effect.void)
          })
        })
    )
    const note = Effect.sync(() => {
      thread.noteCommit()
    })
    return {
      ...own,
      executeRaw: (text, parameters) => {
        const done = own.executeRaw(text, parameters)
        return text === "COMMIT" ? Effect.tap(done, note) : done
      }
    }
  })
