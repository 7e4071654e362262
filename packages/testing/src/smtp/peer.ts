import { createServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { Conversation } from "./conversation.js"
import type { ReceivedMail, SmtpPeerOptions } from "./options.js"
import { type PeerRule, Rules } from "./rules.js"

/**
 * An SMTP server for tests, and what it received. `await using` closes it at the end of the block.
 */
export interface SmtpPeer extends AsyncDisposable {
  readonly host: string
  readonly port: number
  /** Such as `smtp://127.0.0.1:40123`; contains the login if there is one. */
  readonly url: string
  /** All accepted messages, oldest first. */
  readonly mails: ReadonlyArray<ReceivedMail>
  /** All command lines received, oldest first. AUTH is shortened to its mechanism. */
  readonly commands: ReadonlyArray<string>
  readonly connections: {
    /** Since the start. */
    readonly total: number
    readonly open: number
    /** The most open at once. */
    readonly peak: number
  }
  /** Replaces the rules, also for open sessions. */
  readonly follow: (...rules: ReadonlyArray<PeerRule>) => void
  /** Clears `mails` and `commands`; connections are still counted. */
  readonly forget: () => void
  /**
   * Resolves once `isReached` returns true. Rejects after `timeout` milliseconds if you give one;
   * otherwise it waits for as long as your test does.
   */
  readonly until: (isReached: (peer: SmtpPeer) => boolean, timeout?: number) => Promise<void>
  /** Closes all connections, but keeps listening. */
  readonly dropConnections: () => void
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

const urlOf = (
  { implicitTls = false, login }: SmtpPeerOptions,
  host: string,
  port: number
): string => {
  const user =
    login === undefined
      ? ""
      : `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`
  return `${implicitTls ? "smtps" : "smtp"}://${user}${host}:${String(port)}`
}

/**
 * Starts an SMTP server on loopback that accepts every message unless a rule applies: await using
 * peer = await startSmtpPeer({ rules: [greylist(1)]
 * })`. Send to `peer.url`. In Effect, use `smtpPeer`.
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
    // Each reply is a separate write: with Nagle's algorithm every message would take 40 ms.
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
  const converse = (socket: Socket): Conversation =>
    new Conversation(socket, total, options, recorder)
  const server =
    options.implicitTls === true
      ? createTlsServer({ ...options.tls }, converse)
          .on("connection", count)
          .on("tlsClientError", () => {})
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
    until: (isReached, timeout) =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timer)
          watchers.delete(watcher)
        }
        const watcher = (): void => {
          if (!isReached(peer)) return
          settle()
          resolve()
        }
        const giveUp = (): void => {
          settle()
          reject(
            new Error(`The SMTP peer did not see the expected traffic within ${String(timeout)} ms`)
          )
        }
        const timer = timeout === undefined ? undefined : setTimeout(giveUp, timeout)
        watchers.add(watcher)
        watcher()
      }),
    dropConnections: () => sockets.forEach((socket) => socket.destroy()),
    close,
    [Symbol.asyncDispose]: close
  }
  return peer
}

/** A port on 127.0.0.1 that refuses connections. */
export const closedPort = async (): Promise<number> => {
  const server = createServer()
  const port = await listen(server, 0, "127.0.0.1")
  await new Promise((resolve) => server.close(resolve))
  return port
}
