import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** A process of this benchmark, and the first line that it printed. */
export interface Child {
  readonly firstLine: string
  readonly stop: () => Promise<void>
}

const tsx = fileURLToPath(import.meta.resolve("tsx"))

/** Runs a file of this folder in a process of its own and waits for its first line. */
export const startChild = async (file: string, args: ReadonlyArray<string> = [], core?: number): Promise<Child> => {
  const command = [process.execPath, "--import", tsx, fileURLToPath(new URL(file, import.meta.url)), ...args]
  const pinned = core === undefined ? command : ["taskset", "-c", String(core), ...command]
  const [program = "", ...rest] = pinned
  const child: ChildProcess = spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] })
  const exited = new Promise<void>((resolve) => child.once("exit", () => { resolve() }))
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const firstLine = await new Promise<string>((resolve, reject) => {
    lines.once("line", resolve)
    child.once("exit", () => { reject(new Error(`${file} ended before it printed a line`)) })
  })
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM")
    await exited
  }
  return { firstLine, stop }
}
