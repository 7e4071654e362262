import { freePort } from "@telemark-tools/connections"
import { isInstalled, type RunningProgram, startProgram, testsRun } from "@telemark-tools/programs"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A Redis on a port of its own on the loopback interface, with a directory of its own. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  /** The process of redis-server; undefined while it is stopped. */
  readonly pid: number | undefined
  /** Sends a command in words, and resolves with the first line of the answer. */
  readonly command: (line: string) => Promise<string>
  /**
   * Ends it: by default as an operator does, who leaves it the time to write its data; with SIGKILL
   * as a crash does.
   */
  readonly stop: (signal?: "SIGTERM" | "SIGKILL") => Promise<void>
  /** Starts it again on the same port, with what it had written. */
  readonly start: () => Promise<void>
  /** Ends it and removes its directory. */
  readonly remove: () => Promise<void>
}

export interface RedisOptions {
  /** Whether it writes each change to a file; else it forgets all when it ends. */
  readonly keepsData?: boolean
  /**
   * When that file is on the disk: before the next command, which is the default, or within a
   * second.
   */
  readonly appendfsync?: "always" | "everysec"
  /** Whether it is a node of a Redis Cluster, which has no other; false by default. */
  readonly isClusterNode?: boolean
}

/**
 * Whether tests on Redis run: they do, unless TELEMARK_TEST_REDIS=off says otherwise, which it may
 * not in CI.
 */
export const hasRedis = (): boolean => testsRun("Redis", "TELEMARK_TEST_REDIS")

/** The first line of the answer to an inline command (the protocol's own for people). */
const ask = async (port: number, line: string): Promise<string> => {
  const socket = connect(port, "127.0.0.1")
  try {
    socket.write(`${line}\r\n`)
    const [answer] = (await once(socket, "data")) as [Buffer]
    return answer.toString().split("\r\n", 1)[0] ?? ""
  } finally {
    socket.destroy()
  }
}

const program = "redis-server"

/** Whether there is a Redis to start. */
export const isRedisInstalled = (): Promise<boolean> => isInstalled(program)

const missing =
  "The tests on Redis need the program redis-server on the PATH: install Redis (Debian: redis-server, macOS: redis), " +
  "or leave these tests out with TELEMARK_TEST_REDIS=off."

const launch = (
  port: number,
  directory: string,
  settings: ReadonlyArray<string>
): Promise<RunningProgram> =>
  startProgram({
    program,
    args: [
      "--bind",
      "127.0.0.1",
      "--port",
      String(port),
      "--dir",
      directory,
      "--loglevel",
      "warning",
      ...settings
    ],
    directory,
    isReady: async () => (await ask(port, "PING").catch(() => "")) === "+PONG",
    missing
  })

/** Starts a Redis. */
export const startRedis = async ({
  appendfsync = "always",
  isClusterNode = false,
  keepsData = false
}: RedisOptions = {}): Promise<RedisServer> => {
  const directory = await mkdtemp(join(tmpdir(), "telemark-redis-"))
  const port = await freePort()
  const pidFile = join(directory, "pid")
  const settings = [
    "--save",
    "",
    "--appendonly",
    keepsData ? "yes" : "no",
    "--appendfsync",
    appendfsync,
    "--cluster-enabled",
    isClusterNode ? "yes" : "no",
    "--pidfile",
    pidFile
  ]
  let running: RunningProgram | undefined
  let pid: number | undefined
  const start = async (): Promise<void> => {
    running ??= await launch(port, directory, settings)
    pid = Number(await readFile(pidFile, "utf8"))
  }
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> => {
    const stopping = running
    running = undefined
    pid = undefined
    await stopping?.stop(signal)
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
  return {
    url: `redis://127.0.0.1:${String(port)}`,
    port,
    get pid() {
      return pid
    },
    command: (line) => ask(port, line),
    start,
    stop,
    remove
  }
}
