import { createServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { Conversation } from "./conversation.js"
import type { ReceivedMail, SmtpPeerOptions } from "./options.js"
import { type PeerRule, Rules } from "./rules.js"

/** An SMTP server to send to in tests, and what it has seen. With `await using` it is closed at the end of the block. */
export interface SmtpPeer extends AsyncDisposable {
  /** `127.0.0.1` unless it was told another. */
  readonly host: string
  readonly port: number
  /** Such as `smtp://127.0.0.1:40123`; with the login if it has one. */
  readonly url: string
  /** Every mail that it took, oldest first. */
  readonly mails: ReadonlyArray<ReceivedMail>
  /** Every command line that it was sent, oldest first. Of AUTH only the mechanism is kept. */
  readonly commands: ReadonlyArray<string>
  readonly connections: {
    /** Since it was started. */
    readonly total: number
    readonly open: number
    /** The most at a time. */
    readonly peak: number
  }
  /** Replaces the rules, also for the conversations that are going on. */
  readonly follow: (...rules: ReadonlyArray<PeerRule>) => void
  /** Forgets mails and commands, not connections. */
  readonly forget: () => void
  /** Resolves as soon as that holds of what it has seen. Rejects after `patience` milliseconds, 5,000 by default. */
  readonly until: (holds: (peer: SmtpPeer) => boolean, patience?: number) => Promise<void>
  /** Hangs up on everybody, and stays open. */
  readonly dropConnections: () => void
  /** Hangs up on everybody and stops listening. */
  readonly close: () => Promise<void>
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : port)
    })
  })

const urlOf = ({ implicitTls = false, login }: SmtpPeerOptions, host: string, port: number): string => {
  const user = login === undefined ? "" : `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`
  return `${implicitTls ? "smtps" : "smtp"}://${user}${host}:${String(port)}`
}

/**
 * Starts an SMTP server on loopback that takes every mail except where a rule steps in:
 * `await using peer = await startSmtpPeer({ rules: [greylist(1)] })`. Send to `peer.url`; close it, or use `smtpPeer` in Effect.
 */
export const startSmtpPeer = async (options: SmtpPeerOptions = {}): Promise<SmtpPeer> => {
  const mails: Array<ReceivedMail> = []
  const commands: Array<string> = []
  const sockets = new Set<Socket>()
  const watchers = new Set<() => void>()
  let rules = new Rules(options.rules ?? [])
  let total = 0
  let peak = 0
  const notify = (): void => watchers.forEach((watcher) => watcher())

  const recorder = {
    rules: () => rules,
    command: (line: string) => {
      commands.push(line)
      notify()
    },
    mail: (mail: ReceivedMail) => {
      mails.push(mail)
      notify()
    }
  }
  const count = (socket: Socket): void => {
    // Each reply is a write of its own: with Nagle's algorithm every message would take 40 ms.
    socket.setNoDelay(true)
    sockets.add(socket)
    total++
    peak = Math.max(peak, sockets.size)
    socket.on("error", () => socket.destroy())
    socket.once("close", () => {
      sockets.delete(socket)
      notify()
    })
    notify()
  }
  const converse = (socket: Socket): Conversation => new Conversation(socket, total, options, recorder)
  const server = options.implicitTls === true
    ? createTlsServer({ ...options.tls }, converse).on("connection", count).on("tlsClientError", () => {})
    : createServer((socket) => {
      count(socket)
      converse(socket)
    })
  const host = options.host ?? "127.0.0.1"
  const port = await listen(server, options.port ?? 0, host)

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      sockets.forEach((socket) => socket.destroy())
    })

  const peer: SmtpPeer = {
    host,
    port,
    url: urlOf(options, host, port),
    mails,
    commands,
    get connections() {
      return { total, open: sockets.size, peak }
    },
    follow: (...next) => {
      rules = new Rules(next)
    },
    forget: () => {
      mails.length = 0
      commands.length = 0
    },
    until: (holds, patience = 5000) =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timer)
          watchers.delete(watcher)
        }
        const watcher = (): void => {
          if (!holds(peer)) return
          settle()
          resolve()
        }
        const timer = setTimeout(() => {
          settle()
          reject(new Error(`The SMTP peer did not come to see it within ${String(patience)} ms`))
        }, patience)
        watchers.add(watcher)
        watcher()
      }),
    dropConnections: () => sockets.forEach((socket) => socket.destroy()),
    close,
    [Symbol.asyncDispose]: close
  }
  return peer
}

/** A port on 127.0.0.1 on which nobody listens: connections to it are refused. */
export const closedPort = async (): Promise<number> => {
  const server = createServer()
  const port = await listen(server, 0, "127.0.0.1")
  await new Promise((resolve) => server.close(resolve))
  return port
}
