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

/** After so many looks, about ten seconds, and so many again, it is told what the program wrote. */
const looksUntilTold = 500

/**
 * Starts a program that ends at the latest with this process, and waits until it can be used, for
 * as long as it runs.
 */
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
  for (let looks = 1; !(await isReady()); looks++) {
    if (child.exitCode === 127) throw new Error(missing)
    const told = async () => `${written}${(await log?.()) ?? ""}`
    if (child.exitCode !== null)
      throw new Error(`${program} ended with ${String(child.exitCode)}: ${await told()}`)
    if (looks % looksUntilTold === 0)
      console.warn(`${program} does not answer yet: ${await told()}`)
    await pause(20)
  }
  return { stop }
}
