import { freePort } from "@telemark-tools/connections"
import { isInstalled, startProgram, testsRun } from "@telemark-tools/programs"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { user } from "./run.js"

/** A PgBouncer on a port of its own on the loopback interface. */
export interface PgBouncer {
  /** The database that it was started for, through it. */
  readonly url: string
  /** Ends it and removes its directory. */
  readonly remove: () => Promise<void>
}

interface PgBouncerOptions {
  /** The database behind it, whose server asks for no password. */
  readonly url: string
  readonly mode: "session" | "transaction"
  /** Its further settings, such as `{ default_pool_size: "1" }`. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Whether tests on PgBouncer run: they do, unless TELEMARK_TEST_PGBOUNCER=off says otherwise, which
 * it may not in CI.
 */
export const hasPgBouncer = (): boolean => testsRun("PgBouncer", "TELEMARK_TEST_PGBOUNCER")

const program = "pgbouncer"

/** Where it is on a PATH that is not root's. */
const sbin = "/usr/sbin"

const missing =
  "The tests on PgBouncer need the program pgbouncer: install PgBouncer (Debian: pgbouncer, macOS: pgbouncer), " +
  "or leave these tests out with TELEMARK_TEST_PGBOUNCER=off."

const accepts = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1")
  try {
    await once(socket, "connect")
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Starts a PgBouncer with the settings that it comes with. It refuses to be root. */
export const startPgBouncer = async ({
  mode,
  settings = {},
  url
}: PgBouncerOptions): Promise<PgBouncer> => {
  const isOnPath = await isInstalled(program)
  if (!isOnPath && !(await isInstalled(program, [sbin]))) throw new Error(missing)
  const behind = new URL(url)
  const directory = await mkdtemp(join(tmpdir(), "telemark-pgbouncer-"))
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 5 })
  try {
    const port = await freePort()
    const all: Readonly<Record<string, string>> = {
      listen_addr: "127.0.0.1",
      listen_port: String(port),
      unix_socket_dir: "",
      auth_type: "any",
      pool_mode: mode,
      ...(user.uid === undefined ? {} : { user: "nobody" }),
      ...settings
    }
    const file = join(directory, "pgbouncer.ini")
    await chmod(directory, 0o755)
    await writeFile(
      file,
      [
        "[databases]",
        `${behind.pathname.slice(1)} = host=${behind.hostname} port=${behind.port} user=${behind.username}`,
        "[pgbouncer]",
        ...Object.entries(all).map(([name, value]) => `${name} = ${value}`)
      ].join("\n")
    )
    const { stop } = await startProgram({
      program: isOnPath ? program : join(sbin, program),
      args: [file],
      directory,
      isReady: () => accepts(port),
      missing
    })
    behind.port = String(port)
    return {
      url: behind.href,
      remove: async () => {
        await stop("SIGKILL")
        await remove()
      }
    }
  } catch (error) {
    await remove()
    throw error
  }
}
