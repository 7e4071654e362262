import { Context, type Effect } from "effect"
import type { Socket } from "node:net"
import type { ConnectFailed, ConnectTimeouts } from "../Connection/index.js"

export interface Destination {
  /** A host name or an IP address in any spelling; IPv6 with or without brackets. */
  readonly host: string
  readonly port: number
}

/** What connects to hosts that tenants name. */
export interface NetworkGuardService {
  /**
   * The addresses of a host, resolved once and all of them checked: one that may not be reached fails the whole.
   * Whoever goes on connects to these, not to the name.
   */
  readonly resolve: (host: string, timeoutMillis: number) => Effect.Effect<ReadonlyArray<string>, ConnectFailed>
  /** Connects to a checked address of the host, at most four in turn. An error handler is attached to the socket. */
  readonly connect: (destination: Destination, timeouts: ConnectTimeouts) => Effect.Effect<Socket, ConnectFailed>
}

/**
 * The network policy for hosts that tenants name: public unicast addresses, and the networks that the operator opened.
 * It is kept at each use, since a name may point elsewhere by then.
 */
export class NetworkGuard extends Context.Tag("@telemark/network/NetworkGuard")<NetworkGuard, NetworkGuardService>() {}
