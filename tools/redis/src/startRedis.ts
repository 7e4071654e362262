import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"

/** A Redis on a port of its own on the loopback interface, with a directory of its own. */
export interface RedisServer {
  readonly url: string
  /** Sends a command in words, and resolves with the first line of the answer. */
  readonly command: (line: string) => Promise<string>
  /** Ends it: by default as an operator does, who leaves it the time to write its data; with SIGKILL as a crash does. */
  readonly stop: (signal?: "SIGTERM" | "SIGKILL") => Promise<void>
  /** Starts it again on the same port, with what it had written. */
  readonly start: () => Promise<void>
  /** Ends it and removes its directory. */
  readonly remove: () => Promise<void>
}

/** Whether tests on Redis run: they do, unless TELEMARK_TEST_REDIS=off says otherwise, which it may not in CI. */
export const hasRedis = (): boolean => {
  if (process.env["TELEMARK_TEST_REDIS"] !== "off") return true
  if (process.env["CI"] !== undefined) throw new Error("TELEMARK_TEST_REDIS=off: tests on Redis are never left out in CI.")
  console.warn("\nTELEMARK_TEST_REDIS=off: the tests on Redis are LEFT OUT.\n")
  return false
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("there is no port")
  return address.port
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

const missing = "The tests on Redis need the program redis-server on the PATH: install Redis (Debian: redis-server, macOS: redis), " +
  "or leave these tests out with TELEMARK_TEST_REDIS=off."

/** It ends with this process, however that ends: the keeper between them notices. */
const keeper = fileURLToPath(new URL("keeper.mjs", import.meta.url))

const launch = async (port: number, directory: string, settings: ReadonlyArray<string>): Promise<ChildProcess> => {
  const args = ["--bind", "127.0.0.1", "--port", String(port), "--dir", directory, "--loglevel", "warning", ...settings]
  const child = spawn(process.execPath, [keeper, "redis-server", ...args], { stdio: ["pipe", "ignore", "pipe"] })
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

/** Starts a Redis. With `keepsData` it writes each change to a file before the next command, else it forgets all when it ends. */
export const startRedis = async ({ keepsData = false }: { readonly keepsData?: boolean } = {}): Promise<RedisServer> => {
  const directory = await mkdtemp(join(tmpdir(), "telemark-redis-"))
  const port = await freePort()
  const settings = ["--save", "", "--appendonly", keepsData ? "yes" : "no", "--appendfsync", "always"]
  let running: ChildProcess | undefined
  const start = async (): Promise<void> => { running ??= await launch(port, directory, settings) }
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> => {
    const child = running
    running = undefined
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
  return { url: `redis://127.0.0.1:${String(port)}`, command: (line) => ask(port, line), start, stop, remove }
}
