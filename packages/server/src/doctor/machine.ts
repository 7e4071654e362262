import { Clock, Effect } from "effect"
import { statfs } from "node:fs/promises"
import { type Finding, findingsOf } from "./Finding.js"

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
