import { Data, Effect } from "effect"
import { isIP, type Socket } from "node:net"
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls"

/** `error` is undefined if the peer just closed the connection. */
export class TlsFailed extends Data.TaggedError("TlsFailed")<{
  readonly isCertificate: boolean
  readonly error: unknown
}> {}

// A socket error without a listener would end the process.
const ignore = (): void => {}

/** Certificates (PEM) of trusted authorities, instead of the well-known ones. */
export type Trust = Pick<ConnectionOptions, "ca">

/**
 * Starts TLS for HTTP/1.1 with a certificate for `host`, a name without a trailing dot or an
 * address. Interrupting it closes the socket.
 */
export const startTls = (
  socket: Socket,
  host: string,
  trust: Trust
): Effect.Effect<TLSSocket, TlsFailed> =>
  Effect.callback<TLSSocket, TlsFailed>((resume) => {
    const secured = connect({
      ...trust,
      socket,
      host,
      // An address isn't allowed as server name (RFC 6066, 3).
      servername: isIP(host) === 0 ? host : "",
      ALPNProtocols: ["http/1.1"],
      // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
      rejectUnauthorized: true
    })
    const settle = (outcome: Effect.Effect<TLSSocket, TlsFailed>): void => {
      secured.off("secureConnect", succeed).off("error", fail).off("close", fail)
      resume(outcome)
    }
    const succeed = (): void => settle(Effect.succeed(secured))
    const fail = (error?: unknown): void => {
      // Node sets it if the certificate was refused, not the protocol.
      const isCertificate = Boolean(secured.authorizationError as unknown)
      secured.destroy()
      settle(Effect.fail(new TlsFailed({ isCertificate, error })))
    }
    secured.on("error", ignore)
    secured.once("secureConnect", succeed).once("error", fail).once("close", fail)
    return Effect.sync(() => secured.destroy())
  })
