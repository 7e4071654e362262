import { freePort } from "@telemark-tools/connections"
import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { chmod, chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { copyBinaries } from "./binaries.js"
import { run, user } from "./run.js"

export interface StartOptions {
  /** Settings of the server, such as `{ fsync: "off" }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** Whether clients need a password; `trust` by default. It is in the server's `url`. */
  readonly auth?: "trust" | "scram-sha-256"
  /** Where `postgres` and `initdb` of another installation are; those of npm by default. */
  readonly programs?: string | undefined
}

export interface PostgresServer {
  /** As superuser, to the database postgres. */
  readonly url: string
  readonly port: number
  /** The process that all its others are children of; undefined while it is stopped. */
  readonly pid: number | undefined
  /** The folder of its data, to be replaced while it is stopped. */
  readonly data: string
  /** Stops it; "immediate" is a crash. "fast" by default. */
  readonly stop: (how?: "fast" | "immediate") => Promise<void>
  /** Starts it again after `stop`, on the same port and data. */
  readonly start: () => Promise<void>
  /** Stops it and removes its data. */
  readonly remove: () => Promise<void>
}

const watchdogProgram = fileURLToPath(new URL("watchdog.mjs", import.meta.url))

/**
 * The order of the database's own locale differs from byte order, so that a text compared by it
 * shows in a test.
 */
const locale = ["--locale=C", "--locale-provider=icu", "--icu-locale=en-US", "--encoding=UTF8"]

const makeCluster = async (
  directory: string,
  auth: "trust" | "scram-sha-256",
  password: string,
  programs: string | undefined
): Promise<void> => {
  await chmod(directory, 0o755)
  const data = join(directory, "data")
  if (programs === undefined) await copyBinaries(join(directory, "native"))
  await mkdir(data, { mode: 0o700 })
  const secret = join(directory, "password")
  await writeFile(secret, password, { mode: 0o600 })
  if (user.uid !== undefined) {
    await chown(data, user.uid, user.gid)
    await chown(secret, user.uid, user.gid)
  }
  await run(join(programs ?? join(directory, "native/bin"), "initdb"), [
    "-D",
    data,
    "-U",
    "postgres",
    `--auth=${auth}`,
    `--pwfile=${secret}`,
    "--no-sync",
    "--no-instructions",
    ...locale
  ])
  await rm(secret)
}

/**
 * Starts a cluster of one's own in a temporary directory, on a free port of the loopback interface.
 * Writes are synced to the disk, unless `settings` say otherwise. It ends with this process at the
 * latest, even if that is killed, and its directory is removed.
 */
export const startPostgres = async ({
  auth = "trust",
  programs,
  settings = {}
}: StartOptions = {}): Promise<PostgresServer> => {
  const directory = await mkdtemp(join(tmpdir(), "telemark-postgres-"))
  const data = join(directory, "data")
  const log = join(directory, "log")
  const watchdog = spawn(process.execPath, [watchdogProgram, directory], {
    detached: true,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"]
  })
  watchdog.unref()
  const pipe = watchdog.stdin
  const tell = (pid: number) => {
    pipe.write(`${String(pid)}\n`)
  }

  const password = randomBytes(12).toString("hex")
  const port = await freePort()
  const all: Readonly<Record<string, string>> = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "200",
    ...settings
  }
  const args = [
    "-D",
    data,
    ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  ]
  let server: ChildProcess | undefined

  const start = async (): Promise<void> => {
    const output = await open(log, "a", 0o600)
    const child = spawn(join(programs ?? join(directory, "native/bin"), "postgres"), args, {
      ...user,
      cwd: "/",
      stdio: ["ignore", output.fd, output.fd]
    })
    try {
      await once(child, "spawn")
    } finally {
      await output.close()
    }
    server = child
    tell(child.pid ?? 0)
    // The eighth line of this file is what pg_ctl waits for too.
    const isReady = async () =>
      (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => ""))
        .split("\n")[7]
        ?.trim() === "ready"
    while (!(await isReady())) {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`Postgres did not start:\n${(await readFile(log, "utf8")).slice(-2000)}`)
      }
      await sleep(10)
    }
    child.unref()
  }

  const stop = async (how: "fast" | "immediate" = "fast"): Promise<void> => {
    const child = server
    server = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    const ended = once(child, "exit")
    child.kill(how === "immediate" ? "SIGQUIT" : "SIGINT")
    await ended
    tell(0)
  }

  const remove = async (): Promise<void> => {
    await stop("immediate")
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    pipe.end()
  }

  try {
    await makeCluster(directory, auth, password, programs)
    await start()
  } catch (error) {
    await remove()
    throw error
  }
  const credentials = auth === "trust" ? "postgres" : `postgres:${password}`
  return {
    url: `postgres://${credentials}@127.0.0.1:${String(port)}/postgres`,
    port,
    data,
    get pid() {
      return server?.pid
    },
    stop,
    start,
    remove
  }
}
