import type { WebhookFault } from "@telemark/core"
import { Cause, Clock, Data, Effect, Exit, type Fiber } from "effect"
import type { buildConnector } from "undici"
import type { Socket } from "node:net"
import type { TLSSocket } from "node:tls"
import { startTls, type Trust } from "../connection/startTls.js"
import type { NetworkGuardService } from "../guard/NetworkGuard.js"
import { isLookedUp, parseHost } from "../guard/host.js"

/** The connection couldn't be opened, or was given up. */
class CallFailed extends Data.TaggedError("CallFailed")<{ readonly reason: WebhookFault }> {}

const reasons: Readonly<Record<string, WebhookFault>> = {
  ETIMEDOUT: "timeout",
  EPROTO: "tls",
  ECONNRESET: "reset",
  ECONNABORTED: "reset",
  EPIPE: "reset",
  ENOTCONN: "reset",
  EHOSTUNREACH: "reset",
  ENETUNREACH: "reset",
  // undici: closed, possibly because the caller's scope ended.
  UND_ERR_SOCKET: "reset",
  UND_ERR_CLOSED: "reset",
  UND_ERR_DESTROYED: "reset",
  UND_ERR_HEADERS_OVERFLOW: "protocol",
  // undici asserts that a status is 100 or more.
  ERR_ASSERTION: "protocol"
}

/** undici has one code for a lost connection and for 100, 101, or one response too many. */
const isNonsense = (message: string): boolean =>
  message === "bad response" || message === "bad upgrade"

/** Errors of undici's parser have no code. A connection closed within a chunk is one. */
const isCut = (message: string): boolean => message.includes("Invalid EOF state")

/**
 * Why no complete response arrived; undefined if the error isn't of the network. `hasBegun`: the
 * response's head was received.
 */
export const reasonOf = (error: unknown, hasBegun: boolean): WebhookFault | undefined => {
  if (error instanceof CallFailed) return error.reason
  if (error instanceof Error && error.name === "HTTPParserError")
    return isCut(error.message) ? "reset" : "protocol"
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string")
    return undefined
  if (error.code === "UND_ERR_SOCKET" && isNonsense(error.message)) return "protocol"
  // Shorter than announced. The parser reports any fault of a head with Content-Length so.
  if (error.code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return hasBegun ? "reset" : "protocol"
  const known = reasons[error.code]
  if (known !== undefined) return known
  return error.code.startsWith("ERR_SSL_") || error.code.startsWith("ERR_TLS_") ? "tls" : undefined
}

const handshake = (
  socket: Socket,
  host: string,
  trust: Trust
): Effect.Effect<TLSSocket, CallFailed> =>
  Effect.mapError(
    startTls(socket, host, trust),
    ({ error, isCertificate }) =>
      new CallFailed({
        reason: isCertificate
          ? "certificate"
          : (reasonOf(error, false) ?? (error instanceof Error ? "tls" : "reset"))
      })
  )

interface ConnectorOptions extends Trust {
  /** For resolving the host, and for each of its addresses. */
  readonly timeoutMillis: number
}

/** Opens a socket for undici; returns a function that aborts it. */
export type Connector = (...parameters: Parameters<buildConnector.connector>) => () => void

/** Interrupted when the caller's scope closes. */
type Fork = (connecting: Effect.Effect<Socket, CallFailed>) => Fiber.Fiber<Socket, CallFailed>

/** The host as written in TLS and in certificates. */
const nameOf = (hostname: string): string => {
  const host = parseHost(hostname)
  return host === undefined ? hostname : host._tag === "Name" ? host.name : host.address
}

/**
 * Opens sockets only to addresses that the guard has just resolved and checked. Fails with
 * `CallFailed`.
 */
export const connectorOf = (
  guard: NetworkGuardService,
  fork: Fork,
  { timeoutMillis, ...trust }: ConnectorOptions
): Connector => {
  const timeouts = { dns: timeoutMillis, connect: timeoutMillis }
  // Real time, even if a test stops the clock: the network is real too.
  const clock = Clock.Clock.defaultValue()
  const open = ({
    hostname,
    port,
    protocol
  }: buildConnector.Options): Effect.Effect<Socket, CallFailed> =>
    guard
      .connect(
        { host: hostname, port: Number(port || (protocol === "https:" ? 443 : 80)) },
        timeouts
      )
      .pipe(
        Effect.provideService(Clock.Clock, clock),
        // A name of a private address is reported like one that doesn't resolve, which reveals
        // nothing about internal names.
        Effect.mapError(
          ({ reason }) =>
            new CallFailed({ reason: reason === "policy" && isLookedUp(hostname) ? "dns" : reason })
        ),
        Effect.flatMap((socket): Effect.Effect<Socket, CallFailed> =>
          protocol === "https:"
            ? handshake(socket, nameOf(hostname), trust)
            : Effect.succeed(socket)
        )
      )
  return (options, callback) => {
    const fiber = fork(open(options))
    fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit)) callback(null, exit.value)
      else {
        const failure = Cause.squash(exit.cause)
        const isError = failure instanceof Error
        callback(isError ? failure : new CallFailed({ reason: "internal" }), null)
      }
    })
    return () => {
      fiber.interruptUnsafe()
    }
  }
}
