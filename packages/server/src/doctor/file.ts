import { explainStorage, loadSqlite } from "../application/storage.js"
import type { Settings } from "../settings/Settings.js"
import { type Finding, findingsOf } from "./Finding.js"
import { checkContents, found } from "./contents.js"
import { Clock, Effect } from "effect"
import { constants, existsSync, statSync } from "node:fs"
import { access, statfs } from "node:fs/promises"
import { dirname } from "node:path"

const onDisk = findingsOf("disk")
const onClock = findingsOf("clock")

const mebibyte = 1024 ** 2

/** On a full disk, mail is refused rather than lost. */
export const judgeSpace = (freeBytes: number): Finding => {
  const free = Math.floor(freeBytes / mebibyte)
  if (free < 100)
    return onDisk.fail(
      `Only ${free} MiB are free for the database. Free some space: Telemark refuses mail when none is left.`
    )
  if (free < 1024)
    return onDisk.warn(
      `Only ${free} MiB are free for the database. Free some space before it runs out.`
    )
  return onDisk.ok(`${(free / 1024).toFixed(1)} GiB are free for the database.`)
}

export const checkDisk = (directory: string) =>
  Effect.tryPromise(() => statfs(directory)).pipe(
    Effect.match({
      onFailure: () => onDisk.warn("The free space for the database could not be determined."),
      onSuccess: ({ bavail, bsize }) => judgeSpace(bavail * bsize)
    })
  )

/** A correct clock can't be before this program was written. */
const earliest = Date.UTC(2026, 0, 1)

/** Due times, the mail's Date and the order of lists depend on the clock. */
export const checkClock = (newestRow: number | undefined) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const behind = Math.max(earliest, newestRow ?? 0) - now
    return behind > 0
      ? onClock.fail(
          "The clock is behind: it shows a time before the newest records in the database. Set it, preferably by NTP."
        )
      : onClock.ok(`The clock shows ${new Date(now).toISOString()}.`)
  })

const { fail, ok } = findingsOf("database")

/** Of a file, or its nearest existing ancestor. */
export const nearestDirectory = (filename: string): string => {
  const directory = dirname(filename)
  return existsSync(directory) || directory === filename ? directory : nearestDirectory(directory)
}

const checkLocation = (filename: string) => {
  const directory = nearestDirectory(filename)
  if (!statSync(directory).isDirectory()) {
    return Effect.succeed(
      fail(
        `${filename} can't be made: ${directory} is a file. Set TELEMARK_DATABASE_URL to another path.`
      )
    )
  }
  const forbidden = `${filename} can't be made: this user may not write to ${directory}. Give it access, or set TELEMARK_DATABASE_URL to another path.`
  return Effect.tryPromise({
    try: () => access(directory, constants.W_OK | constants.X_OK),
    catch: () => forbidden
  }).pipe(
    Effect.andThen(
      Effect.mapError(loadSqlite, (error) => `${filename} can't be made. ${explainStorage(error)}`)
    ),
    Effect.match({
      onFailure: (problem) => fail(problem),
      onSuccess: () => ok(`There is no ${filename} yet; the first start makes it.`)
    })
  )
}

export const checkFile = (settings: Settings, filename: string) =>
  Effect.gen(function* () {
    const { findings, newestRow } = existsSync(filename)
      ? yield* checkContents(settings, filename)
      : found(yield* checkLocation(filename))
    return { findings: [...findings, yield* checkDisk(nearestDirectory(filename))], newestRow }
  })
