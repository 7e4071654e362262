import { Effect } from "effect"
import { isIP, type Socket } from "node:net"
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls"
import { CallFailed } from "./CallFailed.js"
import { reasonOf } from "./reasonOf.js"

// A socket error that nobody listens to would end the process.
const ignore = (): void => {}

/** What is trusted: certificates (PEM) of authorities in place of the well-known ones. */
export type Trust = Pick<ConnectionOptions, "ca">

/**
 * TLS over a socket that is there, with a certificate that is valid for this host: its name without a dot at the end, or its
 * address. Nothing is looked up. Interrupting it closes the socket.
 */
export const handshake = (socket: Socket, host: string, trust: Trust): Effect.Effect<TLSSocket, CallFailed> =>
  Effect.async<TLSSocket, CallFailed>((resume) => {
    const secured = connect({
      ...trust,
      socket,
      host,
      // An address is no server name (RFC 6066, 3), but is what the certificate is compared with.
      servername: isIP(host) === 0 ? host : "",
      ALPNProtocols: ["http/1.1"],
      // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
      rejectUnauthorized: true
    })
    const settle = (outcome: Effect.Effect<TLSSocket, CallFailed>): void => {
      secured.off("secureConnect", succeed).off("error", fail).off("close", fail)
      resume(outcome)
    }
    const succeed = (): void => settle(Effect.succeed(secured))
    const fail = (error?: unknown): void => {
      // Node sets it when the certificate, and not the protocol, is what it refuses.
      const isCertificate: unknown = secured.authorizationError
      const reason = isCertificate ? "certificate" : reasonOf(error, false) ?? (error instanceof Error ? "tls" : "reset")
      secured.destroy()
      settle(Effect.fail(new CallFailed({ reason })))
    }
    secured.on("error", ignore)
    secured.once("secureConnect", succeed).once("error", fail).once("close", fail)
    return Effect.sync(() => secured.destroy())
  })
