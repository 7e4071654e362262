import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { atEnd } from "./lifetime.js"

/** A process of this benchmark, and the first line that it printed. */
export interface Child {
  readonly pid: number
  readonly firstLine: string
  /**
   * The line that it prints next. Rejects if it ends, or prints none within so many milliseconds.
   */
  readonly nextLine: (within?: number) => Promise<string>
  /** Writes a line to it and answers with the line that it prints next. */
  readonly ask: (line: string, within?: number) => Promise<string>
  readonly stop: () => Promise<void>
}

export interface ChildOptions {
  /** The only core that it may run on; any by default. */
  readonly core?: number
  /** For how long to wait for its first line, in milliseconds; a minute by default. */
  readonly within?: number
  /** Its variables, beside ours. */
  readonly env?: Readonly<Record<string, string>>
}

const tsx = fileURLToPath(import.meta.resolve("tsx"))
const toStart = 60_000
const toStop = 40_000

/** Sources are run from sources, and built packages by built ones: as this process was started. */
const conditions = process.execArgv.filter((argument) => argument.startsWith("--conditions="))
export const fromSources = conditions.includes("--conditions=@telemark/source")

/** A server would warn of what looks like a setting and is none. */
const { TELEMARK_TEST_POSTGRES_URL: _, ...inherited } = process.env

const running = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL")
})

const lineReader = (file: string, child: ChildProcess, exited: Promise<void>) => {
  const read: Array<string> = []
  const waiting: Array<(line: string) => void> = []
  createInterface({ input: child.stdout ?? process.stdin }).on("line", (line) => {
    const next = waiting.shift()
    if (next === undefined) read.push(line)
    else next(line)
  })
  return async (within: number): Promise<string> => {
    const [known] = read.splice(0, 1)
    if (known !== undefined) return known
    const timer = new AbortController()
    const line = await Promise.race([
      new Promise<string>((resolve) => {
        waiting.push(resolve)
      }),
      exited.then(() => {
        throw new Error(`${file} ended before it printed a line`)
      }),
      pause(within, undefined, { signal: timer.signal }).then(
        () => {
          throw new Error(`${file} printed no line within ${within / 1000} s`)
        },
        () => ""
      )
    ])
    timer.abort()
    return line
  }
}

/**
 * Runs a program and waits for its first line. It is killed at the end. `name` is what errors call
 * it.
 */
export const startProgram = async (
  name: string,
  command: ReadonlyArray<string>,
  options: ChildOptions = {}
): Promise<Child> => {
  const pinned =
    options.core === undefined ? command : ["taskset", "-c", String(options.core), ...command]
  const [program = "", ...rest] = pinned
  const child = spawn(program, rest, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...inherited, ...options.env }
  })
  running.add(child)
  const exited = new Promise<void>((resolve) => {
    child.once("error", () => {
      resolve()
    })
    child.once("exit", () => {
      running.delete(child)
      resolve()
    })
  })
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM")
    const timer = setTimeout(() => child.kill("SIGKILL"), toStop)
    await exited
    clearTimeout(timer)
  }
  atEnd(stop)
  const read = lineReader(name, child, exited)
  const nextLine = (within = toStart): Promise<string> => read(within)
  return {
    pid: child.pid ?? 0,
    firstLine: await nextLine(options.within),
    nextLine,
    ask: (line, within = toStart) => {
      child.stdin.write(`${line}\n`)
      return nextLine(within)
    },
    stop
  }
}

/** JavaScript runs without a loader, as users run it. */
const loader = (path: string): ReadonlyArray<string> =>
  path.endsWith(".js") ? [] : [...conditions, "--import", tsx]

/**
 * Runs a file of this folder, or of that path, in a process of its own and waits for its first
 * line. It is killed at the end.
 */
export const startChild = (
  file: string,
  args: ReadonlyArray<string> = [],
  options: ChildOptions = {}
): Promise<Child> => {
  const path = fileURLToPath(new URL(file, import.meta.url))
  return startProgram(file, [process.execPath, ...loader(path), path, ...args], options)
}
