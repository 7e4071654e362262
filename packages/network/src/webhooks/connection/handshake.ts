import { Effect } from "effect"
import type { Socket } from "node:net"
import type { TLSSocket } from "node:tls"
import { startTls, type Trust } from "../../https/startTls.js"
import { CallFailed } from "./CallFailed.js"
import { reasonOf } from "./reasonOf.js"

/**
 * Starts TLS on an open socket with a certificate for `host`, a name without a trailing dot or an
 * address. Interrupting it closes the socket.
 */
export const handshake = (
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
