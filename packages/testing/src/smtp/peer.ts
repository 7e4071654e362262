import { createServer, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { listen, makeWatchers, scopedPeer } from "../peers.js"
import { Conversation } from "./conversation.js"
import type { ReceivedMail, SmtpPeerOptions } from "./options.js"
import { type PeerRule, Rules } from "./rules.js"

/** An SMTP server for tests. `await using` closes it at the end of the block. */
export interface SmtpPeer extends AsyncDisposable {
  readonly host: string
  readonly port: number
  /** Such as `smtp://127.0.0.1:40123`; contains the login if there is one. */
  readonly url: string
  /** Oldest first. */
  readonly mails: ReadonlyArray<ReceivedMail>
  /** Oldest first. AUTH is shortened to its mechanism. */
  readonly commands: ReadonlyArray<string>
  readonly connections: {
    /** Since the start. */
    readonly total: number
    readonly open: number
    readonly peak: number
  }
  /** Replaces the rules, also for open sessions. */
  readonly follow: (...rules: ReadonlyArray<PeerRule>) => void
  /** Clears `mails` and `commands`. */
  readonly forget: () => void
  /**
   * Resolves once `isReached` returns true. Rejects after `timeout` milliseconds if you give one.
   */
  readonly until: (isReached: (peer: SmtpPeer) => boolean, timeout?: number) => Promise<void>
  /** Keeps listening. */
  readonly dropConnections: () => void
  readonly close: () => Promise<void>
}

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
 * Starts an SMTP server on loopback that accepts every message unless a rule applies: `await using
 * peer = await startSmtpPeer({ rules: [greylist(1)] })`. Send to `peer.url`. In Effect, use
 * `smtpPeer`.
 */
export const startSmtpPeer = async (options: SmtpPeerOptions = {}): Promise<SmtpPeer> => {
  const mails: Array<ReceivedMail> = []
  const commands: Array<string> = []
  const sockets = new Set<Socket>()
  const { notify, until } = makeWatchers()
  let rules = new Rules(options.rules ?? [])
  let total = 0
  let peak = 0

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
  const port = await listen(server, options.port, host)

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
      until(() => isReached(peer), timeout, "The SMTP peer did not see the expected traffic"),
    dropConnections: () => sockets.forEach((socket) => socket.destroy()),
    close,
    [Symbol.asyncDispose]: close
  }
  return peer
}

/** `startSmtpPeer` as a scoped resource. */
export const smtpPeer = (options: SmtpPeerOptions = {}) => scopedPeer(() => startSmtpPeer(options))

/** A port on 127.0.0.1 that refuses connections. */
export const closedPort = async (): Promise<number> => {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
