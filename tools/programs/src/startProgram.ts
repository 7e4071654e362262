import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"

export interface ProgramOptions {
  readonly program: string
  readonly args: ReadonlyArray<string>
  /** What it writes to; removed when the process that started it ends without having stopped it. */
  readonly directory: string
  /** Whether it can be used; is asked until it says so. */
  readonly isReady: () => Promise<boolean>
  /** The error if there is no such program. */
  readonly missing: string
  /** What it wrote elsewhere than to its standard output, for the error if it doesn't start. */
  readonly log?: () => Promise<string>
}

export interface RunningProgram {
  /**
   * Ends it: by default as an operator does, who leaves it the time to write its data; with SIGKILL
   * as a crash does. Its children end, too.
   */
  readonly stop: (signal?: "SIGTERM" | "SIGKILL") => Promise<void>
}

/** It ends with this process, however that ends: the watchdog between them notices. */
const watchdog = fileURLToPath(new URL("watchdog.mjs", import.meta.url))
const startTimeout = 20_000

/** Starts a program that ends at the latest with this process, and waits until it can be used. */
export const startProgram = async ({
  args,
  directory,
  isReady,
  log,
  missing,
  program
}: ProgramOptions): Promise<RunningProgram> => {
  const child = spawn(process.execPath, [watchdog, directory, program, ...args], {
    stdio: ["pipe", "pipe", "pipe"]
  })
  let written = ""
  const hear = (chunk: Buffer) => {
    written = `${written}${chunk.toString()}`.slice(-4_000)
  }
  child.stdout.on("data", hear)
  child.stderr.on("data", hear)
  const exited = once(child, "exit")
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> => {
    if (child.exitCode !== null) return
    child.stdin.end(signal)
    await exited
  }
  const deadline = performance.now() + startTimeout
  while (!(await isReady())) {
    if (child.exitCode === 127) throw new Error(missing)
    const isLate = performance.now() > deadline
    if (child.exitCode !== null || isLate) {
      await stop("SIGKILL")
      const why = isLate ? "does not answer" : `ended with ${String(child.exitCode)}`
      throw new Error(`${program} ${why}: ${written}${(await log?.()) ?? ""}`)
    }
    await pause(20)
  }
  return { stop }
}
