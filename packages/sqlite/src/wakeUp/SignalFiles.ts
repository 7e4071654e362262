import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { dirname, join, resolve } from "node:path"
import { besideDatabase, isCode } from "../databaseFile.js"

/** More processes on one file are of no use; the others poll. */
const maxRaised = 200

/** Milliseconds after which a raised file is that of a process that was killed. */
const abandonedAfter = 60_000

/** Another process may remove the empty directory meanwhile. */
const maxTries = 5

/** With the database's access rights, as SQLite does. Otherwise processes of other users poll. */
const makeAlike = (database: string, path: string, isDirectory: boolean): void => {
  try {
    const { gid, mode, uid } = statSync(database)
    const access = mode & 0o666
    // A directory needs the execute permission to be entered.
    chmodSync(path, isDirectory ? access | ((access & 0o444) >> 2) : access)
    if (process.geteuid?.() === 0) chownSync(path, uid, gid)
  } catch {
    // It keeps the rights that it was created with: its owner's.
  }
}

/**
 * The signal files of a database, in a directory beside it: one for each listening process and kind
 * of signal. To raise it, another process makes it one octet long; its owner empties it again.
 * These calls take microseconds on the file system that the database's own calls go to, so they are
 * synchronous.
 */
export class SignalFiles {
  readonly #filename: string
  readonly #tablePrefix: string | undefined
  #found: { readonly database: string; readonly directory: string } | undefined

  constructor(filename: string, tablePrefix: string | undefined) {
    this.#filename = resolve(filename)
    this.#tablePrefix = tablePrefix
  }

  /** Creates an empty file and returns its path. Throws if it can't. */
  make(name: string): string {
    const { database, directory } = this.#find()
    for (let tries = 1; ; tries++) {
      this.#makeDirectory(database, directory)
      const path = join(directory, name)
      try {
        writeFileSync(path, "", { mode: 0o600 })
        makeAlike(database, path, false)
        return path
      } catch (error) {
        if (!isCode(error, "ENOENT") || tries >= maxTries) throw error
      }
    }
  }

  /** Whether the file was raised; empties it. Throws if it is gone. */
  take(path: string): boolean {
    if (statSync(path).size === 0) return false
    truncateSync(path)
    return true
  }

  /** And the directory, if it was the last one. Never throws. */
  remove(path: string): void {
    try {
      rmSync(path, { force: true })
      rmdirSync(dirname(path))
    } catch {
      // The directory contains other processes' files.
    }
  }

  /**
   * All files of this kind except the process's own. Never throws: processes that aren't reached
   * poll.
   */
  raise(kind: string, own: string, now: number): void {
    let directory = ""
    let names: ReadonlyArray<string> = []
    try {
      directory = this.#find().directory
      names = readdirSync(directory)
    } catch {
      // Nobody listens, or this process may not read the directory.
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
      // The file's process has just ended, or is another user's.
    }
  }

  #makeDirectory(database: string, directory: string): void {
    try {
      mkdirSync(directory, { mode: 0o700 })
    } catch (error) {
      if (isCode(error, "EEXIST")) return
      throw error
    }
    makeAlike(database, directory, true)
  }

  /** The database must exist by then. All links to it lead to the same files. */
  #find(): { readonly database: string; readonly directory: string } {
    if (this.#found === undefined) {
      const database = realpathSync(this.#filename)
      this.#found = { database, directory: besideDatabase(database, this.#tablePrefix, "signals") }
    }
    return this.#found
  }
}
