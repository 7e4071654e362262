import { freePort } from "@telemark-tools/connections"
import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  writeFile
} from "node:fs/promises"
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
  /** Its certificate and key, and whose certificates clients may show; without TLS by default. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca: string }
  /** Whose data it has and follows, read-only; that one is stopped while its data are copied. */
  readonly standbyOf?: PostgresServer
}

export interface PostgresServer {
  /** As superuser, to the database postgres. */
  readonly url: string
  readonly port: number
  /** The directory of its data. */
  readonly data: string
  /** The process that all its others are children of; undefined while it is stopped. */
  readonly pid: number | undefined
  /** Stops it; "immediate" is a crash, "kill" one of its first process. "fast" by default. */
  readonly stop: (how?: keyof typeof signals) => Promise<void>
  /** Starts it again after `stop`, on the same port and data. */
  readonly start: () => Promise<void>
  /** Stops it and removes its data. */
  readonly remove: () => Promise<void>
}

const signals = { fast: "SIGINT", immediate: "SIGQUIT", kill: "SIGKILL" } as const

const watchdogProgram = fileURLToPath(new URL("watchdog.mjs", import.meta.url))

/**
 * The order of the database's own locale differs from byte order, so that a text compared by it
 * shows in a test.
 */
const locale = ["--locale=C", "--locale-provider=icu", "--icu-locale=en-US", "--encoding=UTF8"]

/** The server refuses what others may read, such as its key. */
const give = async (path: string): Promise<void> => {
  if (user.uid !== undefined) await chown(path, user.uid, user.gid)
}

const writeFor = async (path: string, content: string): Promise<void> => {
  await writeFile(path, content, { mode: 0o600 })
  await give(path)
}

const makeCluster = async (
  directory: string,
  auth: "trust" | "scram-sha-256",
  password: string,
  programs: string | undefined
): Promise<void> => {
  const data = join(directory, "data")
  await mkdir(data, { mode: 0o700 })
  await give(data)
  const secret = join(directory, "password")
  await writeFor(secret, password)
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

const copyCluster = async (data: string, { data: from, start, stop }: PostgresServer) => {
  await stop()
  try {
    await cp(from, data, { recursive: true, preserveTimestamps: true })
  } finally {
    await start()
  }
  await chmod(data, 0o700)
  await writeFile(join(data, "standby.signal"), "")
  for (const path of await readdir(data, { recursive: true })) await give(join(data, path))
  await give(data)
}

/** The files of TLS, and the settings that name them. */
const writeTls = async (
  data: string,
  tls: StartOptions["tls"]
): Promise<Readonly<Record<string, string>>> => {
  if (tls === undefined) return {}
  for (const [name, content] of Object.entries(tls))
    await writeFor(join(data, `${name}.pem`), content)
  return { ssl: "on", ssl_ca_file: "ca.pem", ssl_cert_file: "cert.pem", ssl_key_file: "key.pem" }
}

/**
 * Starts a cluster of one's own in a temporary directory, on a free port of the loopback interface.
 * Writes are synced to the disk, unless `settings` say otherwise. It ends with this process at the
 * latest, even if that is killed, and its directory is removed.
 */
export const startPostgres = async ({
  auth = "trust",
  programs,
  settings = {},
  standbyOf,
  tls
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
    ...(standbyOf === undefined
      ? {}
      : { primary_conninfo: `host=127.0.0.1 port=${String(standbyOf.port)} user=postgres` }),
    ...settings
  }
  let tlsSettings: Readonly<Record<string, string>> = {}
  const args = () => [
    "-D",
    data,
    ...Object.entries({ ...all, ...tlsSettings }).flatMap(([name, value]) => [
      "-c",
      `${name}=${value}`
    ])
  ]
  let server: ChildProcess | undefined

  const start = async (): Promise<void> => {
    const output = await open(log, "a", 0o600)
    const child = spawn(join(programs ?? join(directory, "native/bin"), "postgres"), args(), {
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

  const stop = async (how: keyof typeof signals = "fast"): Promise<void> => {
    const child = server
    server = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    const ended = once(child, "exit")
    child.kill(signals[how])
    await ended
    tell(0)
  }

  const remove = async (): Promise<void> => {
    await stop("immediate")
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    pipe.end()
  }

  try {
    await chmod(directory, 0o755)
    if (programs === undefined) await copyBinaries(join(directory, "native"))
    if (standbyOf === undefined) await makeCluster(directory, auth, password, programs)
    else await copyCluster(data, standbyOf)
    tlsSettings = await writeTls(data, tls)
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
