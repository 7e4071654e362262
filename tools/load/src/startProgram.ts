import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"

/** A process, and the first line that it printed. */
export interface Program {
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

export interface ProgramOptions {
  /** For how long to wait for its first line, in milliseconds; a minute by default. */
  readonly within?: number | undefined
  /** All of its variables. */
  readonly env: NodeJS.ProcessEnv
  /** Where it runs; where this process does by default. */
  readonly cwd?: string | undefined
  /** What it says on standard error; by default it is said here, too. */
  readonly stderr?: "inherit" | "ignore" | undefined
}

const toStart = 60_000
const toStop = 40_000

const running = new Set<ChildProcess>()
const killAll = (): void => {
  for (const child of running) child.kill("SIGKILL")
}

const lineReader = (name: string, child: ChildProcess, exited: Promise<void>) => {
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
        throw new Error(`${name} ended before it printed a line`)
      }),
      pause(within, undefined, { signal: timer.signal }).then(
        () => {
          throw new Error(`${name} printed no line within ${within / 1000} s`)
        },
        () => ""
      )
    ])
    timer.abort()
    return line
  }
}

const spawned = (
  [program = "", ...args]: ReadonlyArray<string>,
  { cwd, env, stderr = "inherit" }: ProgramOptions
) => {
  if (running.size === 0) process.once("exit", killAll)
  const child = spawn(program, args, { stdio: ["pipe", "pipe", stderr], env, cwd })
  running.add(child)
  // What it is asked when it is gone is answered by its end.
  child.stdin.on("error", () => undefined)
  const exited = new Promise<void>((resolve) => {
    const end = (): void => {
      running.delete(child)
      if (running.size === 0) process.removeListener("exit", killAll)
      resolve()
    }
    child.once("error", end)
    // Its last lines have been read by then.
    child.once("close", end)
  })
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM")
    const timer = setTimeout(() => child.kill("SIGKILL"), toStop)
    await exited
    clearTimeout(timer)
  }
  return { child, exited, stop }
}

/**
 * Runs a program and waits for its first line. It is killed when this process ends. `name` is what
 * errors call it. If there is no such line, it is stopped and the promise rejects.
 */
export const startProgram = async (
  name: string,
  command: ReadonlyArray<string>,
  options: ProgramOptions
): Promise<Program> => {
  const { child, exited, stop } = spawned(command, options)
  const read = lineReader(name, child, exited)
  const nextLine = (within = toStart): Promise<string> => read(within)
  const firstLine = await nextLine(options.within).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    pid: child.pid ?? 0,
    firstLine,
    nextLine,
    ask: (line, within = toStart) => {
      child.stdin.write(`${line}\n`)
      return nextLine(within)
    },
    stop
  }
}
