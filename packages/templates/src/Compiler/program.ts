// What a compiler process runs: answers one job after the other.
import type { Job } from "./Job.js"
import type { Signal } from "./Signal.js"
import { watchParent } from "./watchParent.js"
import { perform } from "./Work/perform.js"

const say = (signal: Signal): void => { process.send?.(signal) }

/** Where the program went wrong. Not the message: that may have the author's words in it. */
const locationOf = (error: unknown): string =>
  error instanceof Error
    ? [error.name, ...(error.stack ?? "").split("\n").filter((line) => /^ +at /.test(line)).slice(0, 5)].map((line) => line.trim()).join(" ")
    : "something that is no error was thrown"

const broken = (error: unknown): void => { say({ _tag: "Broken", reason: locationOf(error) }) }

// A terminal or a service manager signals the whole group at once; the host may still need us to finish its requests.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined)
process.on("disconnect", () => process.exit())
process.on("uncaughtException", broken)

watchParent(Number(process.argv[2]))

process.on("message", (job: Job) => {
  perform(job, () => { say({ _tag: "Started" }) }).then((result) => { say({ _tag: "Done", result }) }, broken)
})
