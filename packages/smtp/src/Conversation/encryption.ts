import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"

/**
 * The protocol that encrypts a connection whose handshake is over, such as `TLSv1.3`; null if it goes in clear,
 * undefined if it is lost: a lost TLS socket names no protocol, which doesn't mean that it went in clear.
 */
export const encryptionOf = (socket: Socket | false | null): string | null | undefined =>
  socket === false || socket === null ? undefined : socket instanceof TLSSocket ? socket.getProtocol() ?? undefined : null
