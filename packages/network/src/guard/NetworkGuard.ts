import { Context, Duration, Effect, Layer, Result } from "effect"
import type { Socket } from "node:net"
import {
  ConnectFailed,
  type ConnectTimeouts,
  connectTo,
  systemAddresses
} from "../connection/connectTo.js"
import type { Answer, Dns, DnsOptions, DnsTrouble, InvalidDnsServers } from "../dns/Dns.js"
import { readUnmapped } from "../dns/address.js"
import { makeDns } from "../dns/layerDns.js"
import { type Host, isLoopbackName, looksLikeAddress, parseHost } from "./host.js"
import {
  type AllowedNetworks,
  InvalidNetworks,
  isPermitted,
  type Network,
  networksOf
} from "./networks.js"

export interface Destination {
  /** A host name, or an IP address in any spelling; IPv6 with or without brackets. */
  readonly host: string
  readonly port: number
}

/** Resolves and connects to hosts that tenants name, under the network policy. */
export interface NetworkGuardService {
  /**
   * Resolves a host once; fails if one of its addresses isn't permitted. Connect to these, not to
   * the name.
   */
  readonly resolve: (
    host: string,
    timeoutMillis: number
  ) => Effect.Effect<ReadonlyArray<string>, ConnectFailed>
  /** Tries at most four checked addresses. The socket has an error handler. */
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

const recordsOf = (answer: Result.Result<Answer<string>, DnsTrouble>): ReadonlyArray<string> =>
  Result.isSuccess(answer) && answer.success._tag === "Found" ? answer.success.records : []

/** IPv4 first. If one of the two look-ups fails, the other counts. */
const dnsAddresses =
  (dns: Dns["Service"]) =>
  (name: string, timeoutMillis: number): Effect.Effect<ReadonlyArray<string>, ConnectFailed> =>
    Effect.flatMap(dns.resolver, ({ a, aaaa }) =>
      Effect.all([Effect.result(a(name)), Effect.result(aaaa(name))], { concurrency: 2 })
    ).pipe(
      Effect.scoped,
      Effect.timeout(Duration.millis(timeoutMillis)),
      Effect.mapBoth({
        onSuccess: (answers) => answers.flatMap(recordsOf),
        onFailure: () => new ConnectFailed({ reason: "dns" })
      })
    )

export interface NetworkGuardOptions {
  /** Networks that are permitted though they aren't public. */
  readonly allow?: AllowedNetworks | undefined
  /** By default the system's, which resolves single-label names. */
  readonly dns?: DnsOptions | undefined
}

const loopback = ["127.0.0.1", "::1"]

const refuse = Effect.fail(new ConnectFailed({ reason: "policy" }))
const noSuchName = Effect.fail(new ConnectFailed({ reason: "dns" }))

const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535

/** In the form to connect to; undefined if it isn't permitted. */
const permitted =
  (networks: ReadonlyArray<Network>) =>
  (text: string): string | undefined => {
    const address = readUnmapped(text)
    return address !== undefined && isPermitted(address, networks) ? address.toString() : undefined
  }

const isOpen = (address: string | undefined): address is string => address !== undefined

const guard = (
  networks: ReadonlyArray<Network>,
  lookUp: NetworkGuardService["resolve"]
): NetworkGuardService => {
  const check = (
    addresses: ReadonlyArray<string>
  ): Effect.Effect<ReadonlyArray<string>, ConnectFailed> => {
    if (addresses.length === 0) return noSuchName
    const open = addresses.map(permitted(networks))
    return open.every(isOpen) ? Effect.succeed(open) : refuse
  }
  const addressesOf = (
    host: Host,
    timeoutMillis: number
  ): Effect.Effect<ReadonlyArray<string>, ConnectFailed> => {
    if (host._tag === "Address") return check([host.address])
    if (!isLoopbackName(host.name)) return Effect.flatMap(lookUp(host.name, timeoutMillis), check)
    // Both addresses are known, so opening one of the two is enough.
    const open = loopback.map(permitted(networks)).filter(isOpen)
    return open.length === 0 ? refuse : Effect.succeed(open)
  }
  const resolve: NetworkGuardService["resolve"] = (host, timeoutMillis) => {
    const parsed = parseHost(host)
    if (parsed !== undefined) return addressesOf(parsed, timeoutMillis)
    return looksLikeAddress(host) ? refuse : noSuchName
  }
  return {
    resolve,
    connect: ({ host, port }, timeouts) =>
      isPort(port)
        ? Effect.flatMap(resolve(host, timeouts.dns), (addresses) =>
            connectTo(addresses, port, timeouts)
          )
        : refuse
  }
}

/** Fails if an option is invalid. */
export const layerNetworkGuard = ({ allow = [], dns }: NetworkGuardOptions = {}): Layer.Layer<
  NetworkGuard,
  InvalidNetworks | InvalidDnsServers
> =>
  Layer.effect(
    NetworkGuard,
    Effect.gen(function* () {
      const networks = yield* Effect.mapError(
        Effect.fromResult(networksOf(allow)),
        (reason) => new InvalidNetworks({ reason })
      )
      const hasServers = dns?.servers !== undefined && dns.servers.length > 0
      const byDns = dnsAddresses(yield* makeDns(dns))
      // The system resolves two names at a time in the whole process: two silent servers would
      // block everybody's look-ups, including the database's. Nobody outside can make single-label
      // names silent, which containers use.
      return guard(networks, (name, timeout) =>
        hasServers || name.includes(".") ? byDns(name, timeout) : systemAddresses(name, timeout)
      )
    })
  )
