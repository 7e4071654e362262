// The program of a compiler process: runs one job after the other.
import type { Job } from "./Job.js"
import type { Signal } from "./Signal.js"
import { watchParent } from "./watchParent.js"
import { perform } from "./work/perform.js"

const say = (signal: Signal): void => {
  process.send?.(signal)
}

/** The location of an error. Without its message, which may contain text of the author. */
const locationOf = (error: unknown): string =>
  error instanceof Error
    ? [
        error.name,
        ...(error.stack ?? "")
          .split("\n")
          .filter((line) => /^ +at /.test(line))
          .slice(0, 5)
      ]
        .map((line) => line.trim())
        .join(" ")
    : "something other than an Error was thrown"

const broken = (error: unknown): void => {
  say({ _tag: "Broken", reason: locationOf(error) })
}

// A terminal or service manager signals the whole process group, but the host may still need this
// process to finish requests.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined)
process.on("disconnect", () => process.exit())
process.on("uncaughtException", broken)

watchParent(Number(process.argv[2]))

process.on("message", (job: Job) => {
  perform(job, () => {
    say({ _tag: "Started" })
  }).then((result) => {
    say({ _tag: "Done", result })
  }, broken)
})
