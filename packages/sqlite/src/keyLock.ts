import { StorageError } from "@telemark/core"
import { codesOf } from "@telemark/sql"
import { Clock, Effect, Random } from "effect"
import { randomUUID } from "node:crypto"
import { open, readFile, rm, stat } from "node:fs/promises"
import { hostname } from "node:os"

/** Milliseconds after which a lock is nobody's any more: writing the file takes some thousandths of that. */
const maxLockAge = 60_000

/** Its owner stops before others may take it over. */
const maxOwnedMillis = 50_000

const maxWait = 10_000

interface Holder {
  readonly text: string
  readonly isGone: boolean
}

const isCode = (error: unknown, code: string): boolean => codesOf(error)[0] === code

const orWhere = <A>(code: string, instead: A) => (error: unknown): A => {
  if (isCode(error, code)) return instead
  throw error
}

/** A process that another user runs can't be signalled, but is there. */
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !isCode(error, "ESRCH")
  }
}

/** In another container the same number is another process, or none; there, only age tells. */
const isGone = (text: string, age: number): boolean => {
  const [pid = "", host] = text.split(" ")
  return age > maxLockAge || (host === hostname() && /^\d+$/.test(pid) && !isRunning(Number(pid)))
}

/** Makes a file of that name unless there is one. */
const make = async (path: string, text: string): Promise<boolean> => {
  const file = await open(path, "wx", 0o600).catch(orWhere("EEXIST", undefined))
  if (file === undefined) return false
  try {
    await file.writeFile(text)
  } catch (error) {
    // Empty, it would be in everybody's way until it is old.
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return true
}

const holderOf = async (lock: string, now: number): Promise<Holder | undefined> => {
  const text = await readFile(lock, "utf8").catch(orWhere("ENOENT", undefined))
  const found = text === undefined ? undefined : await stat(lock).catch(orWhere("ENOENT", undefined))
  return text === undefined || found === undefined ? undefined : { text, isGone: isGone(text, now - found.mtimeMs) }
}

/**
 * Removes the lock of a holder that is gone. One process at a time does that for one holder, and looks again first:
 * else the second of two would remove the lock that the first has made since.
 */
const clear = async (lock: string, { text }: Holder): Promise<void> => {
  const turn = `${lock}.${/ ([0-9a-f-]{36})$/.exec(text)?.[1] ?? "unknown"}`
  if (!(await make(turn, ""))) return
  try {
    if ((await readFile(lock, "utf8").catch(orWhere("ENOENT", undefined))) === text) await rm(lock, { force: true })
  } finally {
    await rm(turn, { force: true })
  }
}

const attemptOnce = async (lock: string, mine: string, now: number): Promise<boolean> => {
  if (await make(lock, mine)) return true
  const holder = await holderOf(lock, now)
  if (holder?.isGone === true) await clear(lock, holder)
  return false
}

const unavailable = (words: string): StorageError => new StorageError({ reason: "unavailable", cause: new Error(words) })

/** Monotonic, in milliseconds. */
const currentMillis = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos) / 1e6)

/**
 * Runs `use` while no other process does that with the same lock, a file that exists meanwhile; the files' own trouble is
 * worded by `attempt`. A lock whose process is gone, or that is older than 60 s, is taken over. Fails with `unavailable`
 * after waiting for 10 s. `use` gets a check to make right before what it changes takes effect: it fails if the lock
 * has been held for so long that another process may take it over.
 */
export const withLock = <A, E>(
  lock: string,
  attempt: <B>(run: () => Promise<B>) => Effect.Effect<B, StorageError>,
  use: (stillOwned: Effect.Effect<void, StorageError>) => Effect.Effect<A, E>
): Effect.Effect<A, E | StorageError> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const mine = `${String(process.pid)} ${hostname()} ${randomUUID()}`
      const began = yield* currentMillis
      while (!(yield* Effect.flatMap(Clock.currentTimeMillis, (now) => attempt(() => attemptOnce(lock, mine, now))))) {
        if ((yield* currentMillis) - began > maxWait) {
          return yield* unavailable(`Another process has been changing the keys of stored secrets for 10 s. Try again. ` +
            `If none is, remove the file ${lock} and others whose names begin alike.`)
        }
        yield* restore(Effect.sleep(yield* Random.nextRange(2, 20)))
      }
      const ownedSince = yield* currentMillis
      const isOwned = Effect.map(currentMillis, (now) => now - ownedSince < maxOwnedMillis)
      const stillOwned = Effect.flatMap(isOwned, (owned) =>
        owned ? Effect.void : unavailable("Changing the keys of stored secrets took too long, and nothing was changed. Try again."))
      // One that is too old is left to whoever takes it over.
      const release = Effect.flatMap(isOwned, (owned) => owned ? Effect.ignore(attempt(() => rm(lock, { force: true }))) : Effect.void)
      return yield* Effect.ensuring(restore(use(stillOwned)), release)
    }))
