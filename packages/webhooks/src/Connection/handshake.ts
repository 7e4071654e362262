import { Effect } from "effect"
import { isIP, type Socket } from "node:net"
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls"
import { CallFailed } from "./CallFailed.js"
import { reasonOf } from "./reasonOf.js"

// A socket error without a listener would end the process.
const ignore = (): void => {}

/** Certificates (PEM) of trusted authorities, instead of the well-known ones. */
export type Trust = Pick<ConnectionOptions, "ca">

/** Starts TLS on an open socket with a certificate for `host`, a name without a trailing dot or an address. Interrupting it closes the socket. */
export const handshake = (socket: Socket, host: string, trust: Trust): Effect.Effect<TLSSocket, CallFailed> =>
  Effect.async<TLSSocket, CallFailed>((resume) => {
    const secured = connect({
      ...trust,
      socket,
      host,
      // An address isn't allowed as server name (RFC 6066, 3), but the certificate is checked for it.
      servername: isIP(host) === 0 ? host : "",
      ALPNProtocols: ["http/1.1"],
      // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
      rejectUnauthorized: true
    })
    const settle = (outcome: Effect.Effect<TLSSocket, CallFailed>): void => {
      secured.off("secureConnect", succeed).off("error", fail).off("close", fail)
      resume(outcome)
    }
    const succeed = (): void => settle(Effect.succeed(secured))
    const fail = (error?: unknown): void => {
      // Node sets it if the certificate was refused, not the protocol.
      const isCertificate: unknown = secured.authorizationError
      const reason = isCertificate ? "certificate" : reasonOf(error, false) ?? (error instanceof Error ? "tls" : "reset")
      secured.destroy()
      settle(Effect.fail(new CallFailed({ reason })))
    }
    secured.on("error", ignore)
    secured.once("secureConnect", succeed).once("error", fail).once("close", fail)
    return Effect.sync(() => secured.destroy())
  })
