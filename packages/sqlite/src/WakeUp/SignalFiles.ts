import { codesOf } from "@telemark/sql"
import { chmodSync, chownSync, mkdirSync, readdirSync, realpathSync, rmdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { besideDatabase } from "../besideDatabase.js"

/** Files that are raised for one signal. More processes than these on one file is no use; those beyond find by looking what is new. */
const maxRaised = 200

/** A file that nobody has emptied for so long, in milliseconds, is that of a process that was killed. */
const abandonedAfter = 60_000

/** Another process may remove the empty directory between our two calls. */
const maxTries = 5

const hasCode = (error: unknown, code: string): boolean => codesOf(error)[0] === code

/**
 * Whoever may read or write the database may do the same here; SQLite makes its own files alike. Where that can't be set, processes of other
 * users find by looking what is new.
 */
const makeAlike = (database: string, path: string, isDirectory: boolean): void => {
  try {
    const { gid, mode, uid } = statSync(database)
    const access = mode & 0o666
    // To enter a directory is a right of its own.
    chmodSync(path, isDirectory ? access | ((access & 0o444) >> 2) : access)
    if (process.geteuid?.() === 0) chownSync(path, uid, gid)
  } catch {
    // It has the rights that it was made with: its owner's.
  }
}

/**
 * The signal files of a database, in a directory beside it. Each process that listens has one for each kind of signal. It is empty;
 * whoever has news makes it one octet long, which raises it, and its owner empties it. What is raised needn't be raised again.
 * These calls take microseconds on the file system that the database's own calls go to, so they are made synchronously.
 */
export class SignalFiles {
  readonly #filename: string
  readonly #tablePrefix: string | undefined
  #found: { readonly database: string; readonly directory: string } | undefined

  constructor(filename: string, tablePrefix: string | undefined) {
    this.#filename = resolve(filename)
    this.#tablePrefix = tablePrefix
  }

  /** Makes an empty file of that name; answers its path. Throws where that can't be done. */
  make(name: string): string {
    const { database, directory } = this.#find()
    for (let tries = 1;; tries++) {
      this.#makeDirectory(database, directory)
      const path = join(directory, name)
      try {
        writeFileSync(path, "", { mode: 0o600 })
        makeAlike(database, path, false)
        return path
      } catch (error) {
        if (!hasCode(error, "ENOENT") || tries >= maxTries) throw error
      }
    }
  }

  /** Whether the file was raised; then it is empty again. Throws if it is gone. */
  take(path: string): boolean {
    if (statSync(path).size === 0) return false
    truncateSync(path)
    return true
  }

  /** Removes the file, and the directory with the last one. Never throws. */
  remove(path: string): void {
    try {
      rmSync(path, { force: true })
      rmdirSync(dirname(path))
    } catch {
      // Others have theirs in it.
    }
  }

  /** Raises all files whose names begin so, except the process's own. Never throws: who can't be reached looks by itself. */
  raise(kind: string, own: string, now: number): void {
    let directory = ""
    let names: ReadonlyArray<string> = []
    try {
      directory = this.#find().directory
      names = readdirSync(directory)
    } catch {
      // Nobody listens, or not to us.
    }
    let raised = 0
    for (const name of names) {
      if (!name.startsWith(`${kind}-`) || name === own) continue
      if (++raised > maxRaised) return
      this.#raise(join(directory, name), now)
    }
  }

  #raise(path: string, now: number): void {
    try {
      const { mtimeMs, size } = statSync(path)
      if (size === 0) truncateSync(path, 1)
      else if (mtimeMs < now - abandonedAfter) rmSync(path, { force: true })
    } catch {
      // Its process has just ended, or is another user's.
    }
  }

  #makeDirectory(database: string, directory: string): void {
    try {
      mkdirSync(directory, { mode: 0o700 })
    } catch (error) {
      if (hasCode(error, "EEXIST")) return
      throw error
    }
    makeAlike(database, directory, true)
  }

  /** Not before it is needed: the database is made when it is opened. Whichever name leads to it, the files are the same. */
  #find(): { readonly database: string; readonly directory: string } {
    if (this.#found === undefined) {
      const database = realpathSync(this.#filename)
      this.#found = { database, directory: besideDatabase(database, this.#tablePrefix, "signals") }
    }
    return this.#found
  }
}
