import { freePort } from "@telemark-tools/connections"
import { testsRun } from "@telemark-tools/programs"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { connect } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { delimiter, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { onTestFinished } from "vitest"

/**
 * Whether tests on Dovecot run: they do, unless TELEMARK_TEST_DOVECOT=off says otherwise, which it
 * may not in CI.
 */
export const hasDovecot = (): boolean => testsRun("Dovecot", "TELEMARK_TEST_DOVECOT")

const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]

const programOf = (): string => {
  const found = folders
    .map((folder) => join(folder, "dovecot"))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
  if (found === undefined) {
    throw new Error(
      "The tests on Dovecot need the program dovecot: install it (Debian: dovecot-imapd), or leave these tests out with TELEMARK_TEST_DOVECOT=off."
    )
  }
  return found
}

/** An IMAP server on the loopback interface, with one user, whose mail is a Maildir. */
export interface Dovecot {
  readonly port: number
  readonly tlsPort: number
  /** Puts a message into the user's inbox. */
  readonly deliver: (name: string, message: string) => void
  /** The names of the files in a mailbox, with their flags: INBOX, or another. */
  readonly files: (mailbox?: string) => ReadonlyArray<string>
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

export const user = "bounces"
export const password = "s3cret-pass"

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => {
      resolve(false)
    })
  })

/** Dovecot refuses to let root have mail. */
const nobody = 65_534

/**
 * Starts a Dovecot until the test has finished. It runs as the present user, or with its own
 * accounts if that is root.
 */
export const startDovecot = async (): Promise<Dovecot> => {
  const program = programOf()
  const directory = mkdtempSync(join(tmpdir(), "telemark-dovecot-"))
  const [port, tlsPort] = [await freePort(), await freePort()]
  const root = join(directory, "Maildir")
  for (const folder of ["new", "cur", "tmp", ".Done/new", ".Done/cur", ".Done/tmp"])
    mkdirSync(join(root, folder), { recursive: true })
  // A certificate that nobody has reason to trust. Dovecot needs openssl, too.
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-subj",
      "/CN=localhost",
      "-days",
      "2",
      "-keyout",
      join(directory, "key.pem"),
      "-out",
      join(directory, "cert.pem")
    ],
    { stdio: "ignore" }
  )
  const { gid, uid, username } = userInfo()
  const isRoot = uid === 0
  const owner = isRoot ? { uid: nobody, gid: nobody } : { uid, gid }
  if (isRoot)
    for (const folder of [
      root,
      ...readdirSync(root, { recursive: true }).map((name) => join(root, String(name)))
    ])
      chownSync(folder, nobody, nobody)
  writeFileSync(
    join(directory, "users"),
    `${user}:{PLAIN}${password}:${String(owner.uid)}:${String(owner.gid)}::${directory}::\n`
  )
  writeFileSync(
    join(directory, "dovecot.conf"),
    `
base_dir = ${directory}/run
state_dir = ${directory}/run
log_path = ${directory}/log
protocols = imap
listen = 127.0.0.1
first_valid_uid = 0
first_valid_gid = 0
${isRoot ? "" : `default_login_user = ${username}\ndefault_internal_user = ${username}\ndefault_internal_group =\n`}
mail_location = maildir:${root}
ssl = yes
ssl_cert = <${directory}/cert.pem
ssl_key = <${directory}/key.pem
disable_plaintext_auth = no
passdb {
  driver = passwd-file
  args = ${directory}/users
}
userdb {
  driver = passwd-file
  args = ${directory}/users
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${String(port)}
  }
  inet_listener imaps {
    port = ${String(tlsPort)}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
namespace inbox {
  inbox = yes
}
`
  )
  chmodSync(directory, 0o755)
  let child: ChildProcess | undefined
  const start = async () => {
    const started = spawn(program, ["-F", "-c", join(directory, "dovecot.conf")], {
      stdio: ["ignore", "ignore", "pipe"]
    })
    child = started
    let log = ""
    started.stderr.on("data", (chunk: Buffer) => {
      log += chunk.toString()
    })
    while (!(await isListening(port))) {
      if (started.exitCode !== null) throw new Error(`dovecot does not run: ${log}`)
      await pause(20)
    }
  }
  const stop = async () => {
    const running = child
    child = undefined
    if (running === undefined || running.exitCode !== null) return
    const exited = once(running, "exit")
    running.kill("SIGTERM")
    await exited
  }
  onTestFinished(async () => {
    await stop()
    rmSync(directory, { recursive: true, force: true })
  })
  await start()
  return {
    port,
    tlsPort,
    start,
    stop,
    deliver: (name, message) => {
      writeFileSync(join(root, "new", name), message)
    },
    files: (mailbox) => {
      const folder = mailbox === undefined ? root : join(root, `.${mailbox}`)
      return [...readdirSync(join(folder, "new")), ...readdirSync(join(folder, "cur"))]
        .map((name) => name.replace(/,S=\d+|,W=\d+/g, ""))
        .sort()
    }
  }
}
