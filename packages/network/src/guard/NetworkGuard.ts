import { Context, type Effect } from "effect"
import type { Socket } from "node:net"
import type { ConnectFailed, ConnectTimeouts } from "../connection/ConnectFailed.js"

export interface Destination {
  /** A host name, or an IP address in any spelling; IPv6 with or without brackets. */
  readonly host: string
  readonly port: number
}

/** Resolves and connects to hosts that tenants name, under the network policy. */
export interface NetworkGuardService {
  /**
   * Resolves a host once and checks all its addresses; fails if one of them isn't permitted.
   * Connect to these addresses, not to the name.
   */
  readonly resolve: (
    host: string,
    timeoutMillis: number
  ) => Effect.Effect<ReadonlyArray<string>, ConnectFailed>
  /**
   * Connects to a checked address of the host, trying at most four. The socket has an error
   * handler.
   */
  readonly connect: (
    destination: Destination,
    timeouts: ConnectTimeouts
  ) => Effect.Effect<Socket, ConnectFailed>
}

/**
 * The policy for hosts that tenants name: public unicast and opened networks. Checked at each use,
 * since names may point elsewhere by then.
 */
export class NetworkGuard extends Context.Service<NetworkGuard, NetworkGuardService>()(
  "@telemark/network/NetworkGuard"
) {}
