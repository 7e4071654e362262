import { StorageError } from "@telemark/contract"
import { codesOf, type SecretKey } from "@telemark/core"
import { Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { link, open, rename, rm } from "node:fs/promises"
import { isCode, syncDirectory, synced } from "./databaseFile.js"
import { withLock } from "./keyLock.js"

/** By Node's code: the problem, for the operator. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: "it can't be read or written: check who may access it and its directory",
  EPERM:
    "it can't be created there, or its mode can't be set: create it by hand, readable by its owner only, with a line of `openssl rand -base64 32`",
  ENOENT: "its directory doesn't exist",
  EISDIR: "it is a directory",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EIO: "the disk can't be read or written"
}

const problem = (
  path: string,
  reason: StorageError["reason"],
  words: string,
  cause?: unknown
): StorageError =>
  new StorageError({
    reason,
    cause: new Error(`The key file ${path} can't be used: ${words}.`, { cause })
  })

/** Its error names the file and says what to do. */
const attempt = <A>(path: string, run: () => Promise<A>): Effect.Effect<A, StorageError> =>
  Effect.tryPromise({
    try: run,
    catch: (cause) =>
      problem(
        path,
        "unavailable",
        reasons[codesOf(cause)[0] ?? ""] ?? "an unexpected error of the file system",
        cause
      )
  })

/**
 * Of any user of this machine. Access by the group is set on purpose, such as for shared volumes.
 */
const others = 0o007

/** A directory of secrets is often mounted read-only, or is another user's. */
const cantBeSet = (error: unknown): boolean => isCode(error, "EROFS") || isCode(error, "EPERM")

/**
 * Whether any user of this machine could access the file; `still`: it can't be changed from here.
 */
type Openness = "no" | "was" | "still"

/** After taking other users' access away; undefined if there is no such file. */
const readText = async (
  path: string
): Promise<{ readonly text: string; readonly openness: Openness } | undefined> => {
  const file = await open(path, "r").catch((error: unknown) => {
    if (isCode(error, "ENOENT")) return undefined
    throw error
  })
  if (file === undefined) return undefined
  try {
    const { mode } = await file.stat()
    const openness =
      (mode & others) === 0
        ? "no"
        : await file.chmod(mode & 0o770).then(
            () => "was" as const,
            (error: unknown) => {
              if (cantBeSet(error)) return "still" as const
              throw error
            }
          )
    return { text: await file.readFile("utf8"), openness }
  } finally {
    await file.close()
  }
}

const keyPattern = /^[A-Za-z0-9+/]{43}=$/

const keysOf = (text: string): ReadonlyArray<SecretKey> | undefined => {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  return lines.every((line) => keyPattern.test(line))
    ? lines.map((line) => Redacted.make(Uint8Array.from(Buffer.from(line, "base64"))))
    : undefined
}

const textOf = (keys: ReadonlyArray<SecretKey>): string =>
  keys.map((key) => `${Buffer.from(Redacted.value(key)).toString("base64")}\n`).join("")

/** Writes a temporary file, which `giveName` gives its name. Returns once all of it is on disk. */
const put = async (
  path: string,
  keys: ReadonlyArray<SecretKey>,
  giveName: (beside: string) => Promise<void>
): Promise<void> => {
  const beside = `${path}.${randomUUID()}`
  try {
    const file = await open(beside, "wx", 0o600)
    try {
      await file.writeFile(textOf(keys))
      await synced(file.fd)
    } finally {
      await file.close()
    }
    await giveName(beside)
    await syncDirectory(path)
  } finally {
    await rm(beside, { force: true })
  }
}

const warnings = {
  was: "everybody on this machine could access the key file; its mode was changed, so now only its owner and group can",
  still:
    "everybody on this machine can access the key file, and its mode can't be changed from here: let only its owner read it"
} as const

/**
 * The keys in the file, newest first; undefined if there is no such file. Access that can't be
 * corrected is logged once.
 */
export const makeReadKeys = (
  path: string
): Effect.Effect<Effect.Effect<ReadonlyArray<SecretKey> | undefined, StorageError>> =>
  Effect.sync(() => {
    let isKnown = false
    return Effect.gen(function* () {
      const found = yield* attempt(path, () => readText(path))
      if (found === undefined) return undefined
      if (found.openness === "was" || (found.openness === "still" && !isKnown))
        yield* Effect.logWarning(warnings[found.openness], { path })
      isKnown = found.openness === "still"
      const keys = keysOf(found.text)
      if (keys === undefined)
        return yield* problem(
          path,
          "unavailable",
          "it must have keys of 32 bytes in base64, one on each line. Restore it from its backup"
        )
      if (keys.length === 0)
        return yield* problem(path, "unavailable", "it is empty. Restore it from its backup")
      return keys
    })
  })

/** If another process has created the file meanwhile, it stays as it is. */
export const makeKeys = (
  path: string,
  keys: ReadonlyArray<SecretKey>
): Effect.Effect<void, StorageError> =>
  attempt(path, () =>
    put(path, keys, async (beside) => {
      // Unlike `rename`, `link` fails if the name exists.
      await link(beside, path).catch((error: unknown) => {
        if (!isCode(error, "EEXIST")) throw error
      })
    })
  )

/** Replaces the file atomically by what `change` makes of the keys; one process at a time. */
export const updateKeys = (
  path: string,
  read: Effect.Effect<ReadonlyArray<SecretKey>, StorageError>,
  change: (present: ReadonlyArray<SecretKey>) => ReadonlyArray<SecretKey>
): Effect.Effect<ReadonlyArray<SecretKey>, StorageError> =>
  withLock(
    `${path}.lock`,
    (run) => attempt(path, run),
    (stillOwned) =>
      Effect.gen(function* () {
        const keys = change(yield* read)
        yield* stillOwned
        yield* Effect.uninterruptible(
          attempt(path, () => put(path, keys, (beside) => rename(beside, path)))
        )
        return keys
      })
  )

export const keysAreGone = (path: string): StorageError =>
  problem(
    path,
    "unavailable",
    "it is missing, but stored secrets were encrypted with its keys. Restore it from its backup. If the secret comes from " +
      "TELEMARK_SECRET, set that. If the file is lost, make another with `openssl rand -base64 32`, and save passwords and domains again"
  )
