import { freePort } from "@telemark-tools/connections"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { access, constants, mkdtemp, readFile, rm } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"

/** A Redis on a port of its own on the loopback interface, with a directory of its own. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  /** The process of redis-server; undefined while it is stopped. */
  readonly pid: number | undefined
  /** Sends a command in words, and resolves with the first line of the answer. */
  readonly command: (line: string) => Promise<string>
  /** Ends it: by default as an operator does, who leaves it the time to write its data; with SIGKILL as a crash does. */
  readonly stop: (signal?: "SIGTERM" | "SIGKILL") => Promise<void>
  /** Starts it again on the same port, with what it had written. */
  readonly start: () => Promise<void>
  /** Ends it and removes its directory. */
  readonly remove: () => Promise<void>
}

export interface RedisOptions {
  /** Whether it writes each change to a file; else it forgets all when it ends. */
  readonly keepsData?: boolean
  /** When that file is on the disk: before the next command, which is the default, or within a second. */
  readonly appendfsync?: "always" | "everysec"
}

/** Whether tests on Redis run: they do, unless TELEMARK_TEST_REDIS=off says otherwise, which it may not in CI. */
export const hasRedis = (): boolean => {
  if (process.env["TELEMARK_TEST_REDIS"] !== "off") return true
  if (process.env["CI"] !== undefined) throw new Error("TELEMARK_TEST_REDIS=off: tests on Redis are never left out in CI.")
  console.warn("\nTELEMARK_TEST_REDIS=off: the tests on Redis are LEFT OUT.\n")
  return false
}

/** The first line of the answer to an inline command (the protocol's own for people). */
const ask = async (port: number, line: string): Promise<string> => {
  const socket = connect(port, "127.0.0.1")
  try {
    socket.write(`${line}\r\n`)
    const [answer] = await once(socket, "data") as [Buffer]
    return answer.toString().split("\r\n", 1)[0] ?? ""
  } finally {
    socket.destroy()
  }
}

const program = "redis-server"

/** Whether there is a Redis to start. */
export const isRedisInstalled = async (): Promise<boolean> => {
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const found = await Promise.all(folders.map((folder) => access(join(folder, program), constants.X_OK).then(() => true, () => false)))
  return found.includes(true)
}

const missing = "The tests on Redis need the program redis-server on the PATH: install Redis (Debian: redis-server, macOS: redis), " +
  "or leave these tests out with TELEMARK_TEST_REDIS=off."

/** It ends with this process, however that ends: the watchdog between them notices. */
const watchdog = fileURLToPath(new URL("watchdog.mjs", import.meta.url))

const launch = async (port: number, directory: string, settings: ReadonlyArray<string>): Promise<ChildProcess> => {
  const args = ["--bind", "127.0.0.1", "--port", String(port), "--dir", directory, "--loglevel", "warning", ...settings]
  const child = spawn(process.execPath, [watchdog, program, ...args], { stdio: ["pipe", "ignore", "pipe"] })
  let log = ""
  child.stderr.on("data", (chunk: Buffer) => { log += chunk.toString() })
  const deadline = performance.now() + 20_000
  for (;;) {
    if (child.exitCode === 127) throw new Error(missing)
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${String(child.exitCode)}: ${log}`)
    const answer = await ask(port, "PING").catch(() => "")
    if (answer === "+PONG") return child
    if (performance.now() > deadline) throw new Error(`redis-server does not answer: ${log}`)
    await pause(20)
  }
}

/** Starts a Redis. */
export const startRedis = async ({ appendfsync = "always", keepsData = false }: RedisOptions = {}): Promise<RedisServer> => {
  const directory = await mkdtemp(join(tmpdir(), "telemark-redis-"))
  const port = await freePort()
  const pidFile = join(directory, "pid")
  const settings = ["--save", "", "--appendonly", keepsData ? "yes" : "no", "--appendfsync", appendfsync, "--pidfile", pidFile]
  let running: ChildProcess | undefined
  let pid: number | undefined
  const start = async (): Promise<void> => {
    running ??= await launch(port, directory, settings)
    pid = Number(await readFile(pidFile, "utf8"))
  }
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> => {
    const child = running
    running = undefined
    pid = undefined
    if (child === undefined || child.exitCode !== null) return
    const exited = once(child, "exit")
    child.stdin?.end(signal)
    await exited
  }
  const remove = async (): Promise<void> => {
    await stop("SIGKILL")
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await remove()
    throw error
  }
  return { url: `redis://127.0.0.1:${String(port)}`, port, get pid() { return pid }, command: (line) => ask(port, line), start, stop, remove }
}
