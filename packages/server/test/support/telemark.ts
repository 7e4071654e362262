import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"

/** The built command, which users run. */
export const bin = fileURLToPath(new URL("../../bin/telemark.js", import.meta.url))

export type Environment = Readonly<Record<string, string>>

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A directory of its own for a test, removed after it. */
export const temporaryDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "telemark-server-"))
  onTestFinished(() => {
    rmSync(directory, { recursive: true, force: true })
  })
  return directory
}

/** A running command line. */
export interface Running {
  readonly child: ChildProcess
  readonly finished: Promise<Finished>
  /** Resolves to standard output once it matches; rejects if the process ends before. */
  readonly printed: (pattern: RegExp) => Promise<string>
}

/** Starts the command line, with no settings but those given. */
export const start = (
  args: ReadonlyArray<string>,
  cwd: string,
  environment: Environment = {}
): Running => {
  const { HOME = "", PATH = "" } = process.env
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { HOME, PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let [stdout, stderr] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    stdout += part
  })
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    stderr += part
  })
  const finished = new Promise<Finished>((resolve) => {
    child.on("close", (code, signal) => {
      resolve({ code, signal, stdout, stderr })
    })
  })
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (pattern.test(stdout)) resolve(stdout)
      }
      child.stdout.on("data", look)
      child.on("close", () => {
        reject(new Error(`ended before it printed ${String(pattern)}:\n${stdout}\n${stderr}`))
      })
      look()
    })
  onTestFinished(async () => {
    child.kill("SIGKILL")
    await finished
  })
  return { child, finished, printed }
}

/** What `telemark serve --json` prints. */
export interface ServerDocument {
  readonly url: string
  readonly inbox_url?: string
  readonly dashboard_url?: string
  readonly first_start?: { readonly tenant: string; readonly key: string }
}

/** Starts a server on a free port and waits until it accepts requests. */
export const serve = async (
  cwd: string,
  environment: Environment = {},
  args: ReadonlyArray<string> = []
) => {
  const running = start(["serve", "--json", ...args], cwd, { TELEMARK_PORT: "0", ...environment })
  const printed = await running.printed(/\}\n$/)
  const document = JSON.parse(printed) as Partial<ServerDocument>
  if (document.url === undefined) throw new Error(`the server did not start:\n${printed}`)
  return { ...running, document: { ...document, url: document.url } }
}

/** Asks a running command to stop, and waits until it has. */
export const stop = ({ child, finished }: Running): Promise<Finished> => {
  child.kill("SIGTERM")
  return finished
}
