import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { onTestFailed, onTestFinished } from "vitest"

/** The built command, which users run. */
const main = fileURLToPath(new URL("../bin/telemark.js", import.meta.url))

export interface Process {
  readonly child: ChildProcess
  /** What it has written to standard error so far. */
  readonly log: () => string
  /** Sends the signal and resolves with the exit code, or the signal that ended it. */
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Promise<number | string>
  readonly exited: Promise<number | string>
}

export interface Server extends Process {
  readonly url: string
  /** The key of the first start; undefined later. */
  readonly key: string | undefined
  /** Signs the operator in to the dashboard, once. */
  readonly dashboard_url: string
}

export type Environment = Readonly<Record<string, string>>

/** A folder of its own for a test; removed when the test is through. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-scenario-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** All processes on one Postgres need the same secret; that of a SQLite file lies beside it. */
const secretFor = ({ TELEMARK_DATABASE_URL = "" }: Environment): Environment =>
  TELEMARK_DATABASE_URL.startsWith("postgres")
    ? { TELEMARK_SECRET: Buffer.alloc(32, "scenario").toString("base64") }
    : {}

/** Starts the command in a process of its own; it is killed when the test is through. */
export const run = (args: ReadonlyArray<string>, env: Environment): Process => {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env["PATH"], TELEMARK_LOG_FORMAT: "json", ...secretFor(env), ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let log = ""
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString()
  })
  const exited = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string)
  onTestFinished(async () => {
    child.kill("SIGKILL")
    await exited
  })
  return {
    child,
    log: () => log,
    exited,
    end: (signal) => {
      child.kill(signal)
      return exited
    }
  }
}

interface Started {
  readonly url: string
  readonly first_start?: { readonly key: string }
  readonly dashboard_url: string
}

/** The JSON document that a process prints, once it is whole. */
const firstDocument = ({ stdout }: ChildProcess): Promise<Started> =>
  new Promise((resolve) => {
    let text = ""
    stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      if (text.endsWith("}\n")) resolve(JSON.parse(text) as Started)
    })
  })

/** Starts `telemark serve` on a free port and waits until it accepts requests. */
export const serve = async (env: Environment, ...args: ReadonlyArray<string>): Promise<Server> => {
  const process = run(["serve", "--json", ...args], { TELEMARK_PORT: "0", ...env })
  const { dashboard_url, first_start, url } = await Promise.race([
    firstDocument(process.child),
    process.exited.then((code) => {
      throw new Error(`the server ended with ${String(code)}:\n${process.log()}`)
    })
  ])
  return { ...process, url, key: first_start?.key, dashboard_url }
}

/** Starts `telemark worker`. */
export const work = (env: Environment): Process => run(["worker"], env)

/** Resolves once the condition holds. If the test ends before, its log tells the last error. */
export const eventually = async (condition: () => Promise<void> | void): Promise<void> => {
  let last: unknown
  let isWaiting = true
  onTestFailed(() => {
    if (isWaiting) console.error("Waited in vain:", last)
  })
  onTestFinished(() => {
    isWaiting = false
  })
  while (isWaiting) {
    try {
      await condition()
      isWaiting = false
    } catch (error) {
      last = error
      await pause(25)
    }
  }
}

/** Runs a command to its end and answers with what it printed; fails if the command does. */
export const command = async (args: ReadonlyArray<string>, env: Environment): Promise<string> => {
  const process = run(args, env)
  let text = ""
  process.child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString()
  })
  const code = await process.exited
  if (code !== 0)
    throw new Error(`telemark ${args.join(" ")} ended with ${String(code)}:\n${process.log()}`)
  return text
}
