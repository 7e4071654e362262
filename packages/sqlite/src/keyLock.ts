import { StorageError } from "@telemark/contract"
import { Clock, Effect, Random } from "effect"
import { randomUUID } from "node:crypto"
import { open, readFile, rm, stat } from "node:fs/promises"
import { hostname } from "node:os"
import { isCode } from "./databaseFile.js"
import { currentMillis } from "./waitForLock.js"

/** Milliseconds after which others may take a lock over. Writing takes some thousandths. */
const maxLockAge = 60_000

/**
 * Milliseconds for which an owner relies on its lock, so that it stops before others take it over.
 */
const maxOwnedMillis = 50_000

const maxWait = 10_000

interface Holder {
  readonly text: string
  readonly isGone: boolean
}

const orWhere =
  <A>(code: string, instead: A) =>
  (error: unknown): A => {
    if (isCode(error, code)) return instead
    throw error
  }

/** A process of another user can't be signalled, but is running. */
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !isCode(error, "ESRCH")
  }
}

/** In another container the process id says nothing: there only the age counts. */
const isGone = (text: string, age: number): boolean => {
  const [pid = "", host] = text.split(" ")
  return age > maxLockAge || (host === hostname() && /^\d+$/.test(pid) && !isRunning(Number(pid)))
}

/** Creates the file; false if it exists already. */
const make = async (path: string, text: string): Promise<boolean> => {
  const file = await open(path, "wx", 0o600).catch(orWhere("EEXIST", undefined))
  if (file === undefined) return false
  try {
    await file.writeFile(text)
  } catch (error) {
    // An empty lock would block everybody until it is too old.
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return true
}

const holderOf = async (lock: string, now: number): Promise<Holder | undefined> => {
  const text = await readFile(lock, "utf8").catch(orWhere("ENOENT", undefined))
  const found =
    text === undefined ? undefined : await stat(lock).catch(orWhere("ENOENT", undefined))
  return text === undefined || found === undefined
    ? undefined
    : { text, isGone: isGone(text, now - found.mtimeMs) }
}

/**
 * One process at a time removes the lock of a holder that is gone, and reads it again first:
 * otherwise a second would remove the lock that the first has created since.
 */
const clear = async (lock: string, { text }: Holder): Promise<void> => {
  const turn = `${lock}.${/ ([0-9a-f-]{36})$/.exec(text)?.[1] ?? "unknown"}`
  if (!(await make(turn, ""))) return
  try {
    if ((await readFile(lock, "utf8").catch(orWhere("ENOENT", undefined))) === text)
      await rm(lock, { force: true })
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

const unavailable = (words: string): StorageError =>
  new StorageError({ reason: "unavailable", cause: new Error(words) })

/**
 * Runs `use` while the lock, a file, is held. `attempt` maps the errors of the file system. A lock
 * whose process is gone, or that is older than 60 s, is taken over. Fails with `unavailable` after
 * waiting for 10 s. `use` gets a check to run right before its change takes effect: it fails if
 * another process may take the lock over.
 */
export const withLock = <A, E>(
  lock: string,
  attempt: <B>(run: () => Promise<B>) => Effect.Effect<B, StorageError>,
  use: (stillOwned: Effect.Effect<void, StorageError>) => Effect.Effect<A, E>
): Effect.Effect<A, E | StorageError> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const mine = `${String(process.pid)} ${hostname()} ${randomUUID()}`
      const began = yield* currentMillis
      while (
        !(yield* Effect.flatMap(Clock.currentTimeMillis, (now) =>
          attempt(() => attemptOnce(lock, mine, now))
        ))
      ) {
        if ((yield* currentMillis) - began > maxWait) {
          return yield* unavailable(
            `Another process has held the lock on the keys of stored secrets for 10 s. Try again. ` +
              `If no process is changing keys, remove the file ${lock} and others whose names begin with it.`
          )
        }
        yield* restore(Effect.sleep(yield* Random.nextBetween(2, 20)))
      }
      const ownedSince = yield* currentMillis
      const isOwned = Effect.map(currentMillis, (now) => now - ownedSince < maxOwnedMillis)
      const stillOwned = Effect.flatMap(isOwned, (owned) =>
        owned
          ? Effect.void
          : unavailable(
              "Changing the keys of stored secrets took too long, and nothing was changed. Try again."
            )
      )
      // A lock that is too old may belong to another process by now.
      const release = Effect.flatMap(isOwned, (owned) =>
        owned ? Effect.ignore(attempt(() => rm(lock, { force: true }))) : Effect.void
      )
      return yield* Effect.ensuring(restore(use(stillOwned)), release)
    })
  )
