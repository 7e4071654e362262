import { isLookedUp, type NetworkGuardService, parseHost } from "@telemark/network"
import { Cause, Clock, Effect, Exit, type Fiber } from "effect"
import type { Socket } from "node:net"
import type { buildConnector } from "undici"
import { CallFailed } from "./CallFailed.js"
import { handshake, type Trust } from "./handshake.js"

export interface ConnectorOptions extends Trust {
  /** For looking the host up, and for each of its addresses, in milliseconds. */
  readonly timeoutMillis: number
}

/** Opens a socket for undici, and answers with what gives it up. */
export type Connector = (...parameters: Parameters<buildConnector.connector>) => () => void

/** Runs what connects; what is still under way when the caller ends is interrupted. */
export type Fork = (connecting: Effect.Effect<Socket, CallFailed>) => Fiber.RuntimeFiber<Socket, CallFailed>

const defaultPort = (protocol: string): string => protocol === "https:" ? "443" : "80"

/** As it is named in TLS and in certificates. */
const nameOf = (hostname: string): string => {
  const host = parseHost(hostname)
  return host === undefined ? hostname : host._tag === "Name" ? host.name : host.address
}

const failureOf = (cause: Cause.Cause<CallFailed>): Error => {
  const failure = Cause.squash(cause)
  return failure instanceof Error ? failure : new CallFailed({ reason: "internal" })
}

/**
 * Sockets that go to an address that the guard has just resolved and checked, and to none else; TLS is set up over them for
 * the name in the URL. It fails with `CallFailed`.
 */
export const connectorOf = (guard: NetworkGuardService, fork: Fork, { timeoutMillis, ...trust }: ConnectorOptions): Connector => {
  const timeouts = { dns: timeoutMillis, connect: timeoutMillis }
  // Time-outs are real ones also where a test's clock stands still: so is the network.
  const clock = Clock.make()
  const open = ({ hostname, port, protocol }: buildConnector.Options): Effect.Effect<Socket, CallFailed> =>
    guard.connect({ host: hostname, port: Number(port || defaultPort(protocol)) }, timeouts).pipe(
      Effect.withClock(clock),
      // Of a name that leads inside no more is said than of one that leads nowhere.
      Effect.mapError(({ reason }) => new CallFailed({ reason: reason === "policy" && isLookedUp(hostname) ? "dns" : reason })),
      Effect.flatMap((socket): Effect.Effect<Socket, CallFailed> =>
        protocol === "https:" ? handshake(socket, nameOf(hostname), trust) : Effect.succeed(socket))
    )
  return (options, callback) => {
    const fiber = fork(open(options))
    fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit)) callback(null, exit.value)
      else callback(failureOf(exit.cause), null)
    })
    return () => fiber.unsafeInterruptAsFork(fiber.id())
  }
}
