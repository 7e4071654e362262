import { Cause, Clock, Effect, Exit, type Fiber } from "effect"
import type { buildConnector } from "undici"
import type { Socket } from "node:net"
import type { NetworkGuardService } from "../../guard/NetworkGuard.js"
import { isLookedUp, parseHost } from "../../guard/host.js"
import type { Trust } from "../../https/startTls.js"
import { CallFailed } from "./CallFailed.js"
import { handshake } from "./handshake.js"

export interface ConnectorOptions extends Trust {
  /** Time limit for resolving the host, and for each of its addresses, in milliseconds. */
  readonly timeoutMillis: number
}

/** Opens a socket for undici; returns a function that aborts it. */
export type Connector = (...parameters: Parameters<buildConnector.connector>) => () => void

/**
 * Runs an effect that connects; effects still running when the caller's scope closes are
 * interrupted.
 */
export type Fork = (
  connecting: Effect.Effect<Socket, CallFailed>
) => Fiber.Fiber<Socket, CallFailed>

const defaultPort = (protocol: string): string => (protocol === "https:" ? "443" : "80")

/** The host as written in TLS and in certificates. */
const nameOf = (hostname: string): string => {
  const host = parseHost(hostname)
  return host === undefined ? hostname : host._tag === "Name" ? host.name : host.address
}

const failureOf = (cause: Cause.Cause<CallFailed>): Error => {
  const failure = Cause.squash(cause)
  return failure instanceof Error ? failure : new CallFailed({ reason: "internal" })
}

/**
 * Opens sockets only to addresses that the guard has just resolved and checked, with TLS for the
 * URL's host name. Fails with `CallFailed`.
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
    guard.connect({ host: hostname, port: Number(port || defaultPort(protocol)) }, timeouts).pipe(
      Effect.provideService(Clock.Clock, clock),
      // A name that resolves to a private address is reported like one that doesn't resolve:
      // nothing is revealed about internal names.
      Effect.mapError(
        ({ reason }) =>
          new CallFailed({ reason: reason === "policy" && isLookedUp(hostname) ? "dns" : reason })
      ),
      Effect.flatMap((socket): Effect.Effect<Socket, CallFailed> =>
        protocol === "https:" ? handshake(socket, nameOf(hostname), trust) : Effect.succeed(socket)
      )
    )
  return (options, callback) => {
    const fiber = fork(open(options))
    fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit)) callback(null, exit.value)
      else callback(failureOf(exit.cause), null)
    })
    return () => {
      fiber.interruptUnsafe()
    }
  }
}
