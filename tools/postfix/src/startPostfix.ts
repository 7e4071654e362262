import { freePort } from "@telemark-tools/connections"
import { isInstalled, type RunningProgram, startProgram, testsRun } from "@telemark-tools/programs"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { mainCf, masterCf, type Place, type PostfixOptions } from "./configuration.js"

/** A Postfix on a port of its own on the loopback interface, with a queue of its own. */
export interface PostfixServer {
  readonly port: number
  /** Such as `smtp://127.0.0.1:40123`. */
  readonly url: string
  /** Its folder: configuration, queue, mailboxes and log. */
  readonly directory: string
  /** The process that all its others are children of. */
  readonly pid: number
  /** What it has logged so far. */
  readonly log: () => Promise<string>
  /** Gives it a mail as programs of its machine do, with arguments of `sendmail`. */
  readonly sendmail: (mail: string, ...args: ReadonlyArray<string>) => Promise<void>
  /** The mail that it still has, by the ids in its log. */
  readonly queue: () => Promise<ReadonlyArray<string>>
  /** Tries everything in its queue again at once. */
  readonly flush: () => Promise<void>
  /** Ends it and removes its folder. */
  readonly remove: () => Promise<void>
}

/**
 * Whether tests on Postfix run: they do, unless TELEMARK_TEST_POSTFIX=off says otherwise, which it
 * may not in CI.
 */
export const hasPostfix = (): boolean => testsRun("Postfix", "TELEMARK_TEST_POSTFIX")

const without = "or leave these tests out with TELEMARK_TEST_POSTFIX=off."
const missing = `The tests on Postfix need its programs: install it (Debian: postfix), without starting it, ${without}`
const unprivileged = `The tests on Postfix need root, as Postfix runs its parts as several users: run them as root, in a container for instance, ${without}`

/** Where Postfix' own programs are on a PATH that is not root's. */
const sbin = "/usr/sbin"
const execute = promisify(execFile)

/** Runs one of its programs with our configuration. */
const run = (directory: string, program: string, args: ReadonlyArray<string>) =>
  execute(program, args, {
    env: { PATH: `${process.env["PATH"] ?? ""}:${sbin}`, MAIL_CONFIG: join(directory, "etc") },
    cwd: "/"
  })

const call = async (
  directory: string,
  program: string,
  ...args: ReadonlyArray<string>
): Promise<string> => (await run(directory, program, args)).stdout.trim()

const prepare = async (place: Place, options: PostfixOptions): Promise<void> => {
  const { directory } = place
  const folder = (name: string): string => join(directory, name)
  // Its parts run as other users, who must come as far as their folders.
  await chmod(directory, 0o755)
  await Promise.all(
    ["etc", "queue", "data", "mailboxes"].map((name) => mkdir(folder(name), { mode: 0o755 }))
  )
  await chown(folder("mailboxes"), 65534, 65534)
  await Promise.all([
    writeFile(folder("etc/main.cf"), mainCf(place, options)),
    writeFile(folder("etc/master.cf"), masterCf(place)),
    ...(options.tls === undefined
      ? []
      : [
          writeFile(folder("key.pem"), options.tls.key, { mode: 0o600 }),
          writeFile(folder("cert.pem"), options.tls.cert)
        ])
  ])
  const uid = Number(
    (await execute("id", ["-u", await call(directory, "postconf", "-h", "mail_owner")])).stdout
  )
  await chown(folder("data"), uid, 0)
  // Makes the folders of the queue, each with its owner.
  await call(directory, "postfix", "check")
}

/** Whether somebody greets on that port. */
const greets = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1")
  try {
    const [greeting] = (await once(socket, "data")) as [Buffer]
    return greeting.toString().startsWith("220 ")
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Starts a Postfix. Another one on this machine is neither used nor changed. */
export const startPostfix = async (options: PostfixOptions = {}): Promise<PostfixServer> => {
  if (!(await isInstalled("postfix", [sbin]))) throw new Error(missing)
  if (process.getuid?.() !== 0) throw new Error(unprivileged)
  const directory = await mkdtemp(join(tmpdir(), "telemark-postfix-"))
  const port = await freePort()
  const log = () => readFile(join(directory, "log"), "utf8").catch(() => "")
  let running: RunningProgram | undefined
  const remove = async (): Promise<void> => {
    await running?.stop("SIGKILL")
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await prepare({ directory, port }, options)
    const program = join(await call(directory, "postconf", "-h", "daemon_directory"), "master")
    running = await startProgram({
      program,
      args: ["-c", join(directory, "etc"), "-d"],
      directory,
      isReady: () => greets(port),
      missing,
      log
    })
    const pid = Number((await readFile(join(directory, "queue/pid/master.pid"), "utf8")).trim())
    const flush = async () => {
      await call(directory, "postqueue", "-f")
    }
    const sendmail = async (mail: string, ...args: ReadonlyArray<string>) => {
      const path = await call(directory, "postconf", "-h", "sendmail_path")
      const sending = run(directory, path, args)
      sending.child.stdin?.end(mail)
      await sending
    }
    const queue = async () =>
      (await call(directory, "postqueue", "-j"))
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => (JSON.parse(line) as { readonly queue_id: string }).queue_id)
    const url = `smtp://127.0.0.1:${String(port)}`
    return { port, url, directory, pid, log, sendmail, queue, flush, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
