import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"

/**
 * The TLS protocol, such as `TLSv1.3`. Null: in clear. Undefined: the connection is lost, and a
 * lost TLS socket no longer reports its protocol.
 */
export const encryptionOf = (socket: Socket | false | null): string | null | undefined =>
  socket === false || socket === null
    ? undefined
    : socket instanceof TLSSocket
      ? (socket.getProtocol() ?? undefined)
      : null
