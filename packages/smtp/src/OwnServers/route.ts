import { type OwnServer, ownServerLimits, splitAddress } from "@telemark/core"
import { type NetworkGuardService, parseHost } from "@telemark/network"
import { makeRoute, type Route, type RouteOptions } from "../Conversation/index.js"

/** TLS from the first byte on (RFC 8314 3). */
const implicitTlsPort = 465

/** Submission and relaying; below 1024 anything else belongs to other protocols, which nobody should reach this way. */
const wellKnownPorts: ReadonlySet<number> = new Set([25, implicitTlsPort, 587])

/** Whether a tenant's server may be on that port. */
export const isAllowedPort = (port: number): boolean => wellKnownPorts.has(port) || port >= 1024

/**
 * A server's host in the one form in which it is looked up, named in TLS and compared with a certificate. What is no host
 * stays as it is: the guard refuses it.
 */
export const hostOf = ({ host }: Pick<OwnServer, "host">): string => {
  const parsed = parseHost(host)
  if (parsed === undefined) return host
  return parsed._tag === "Address" ? parsed.address : parsed.name
}

/** The domain of an address as A-labels. */
const domainOf = (address: string | null): string | undefined => address === null ? undefined : splitAddress(address)?.domain

/**
 * The way to a tenant's server. With `tls_required`, nothing goes out without TLS to the host that the certificate
 * names. Otherwise TLS is used where it is offered, whoever's certificate it is, and the login goes in clear where
 * it isn't: that is what the tenant asked for. The tenant's name for EHLO counts before the operator's; the domain of the operator's own
 * sender isn't given to tenants' servers.
 */
export const routeTo = (server: Omit<OwnServer, "id">, connect: NetworkGuardService["connect"], options: RouteOptions): Route => {
  const { ehlo_name, from_email, password, port, provider, tls_required, username } = server
  const host = hostOf(server)
  return makeRoute({
    provider,
    connect,
    host,
    port,
    implicitTls: port === implicitTlsPort,
    tls: tls_required ? "required" : "opportunistic",
    loginInClear: !tls_required,
    credentials: { user: username, password },
    connections: ownServerLimits(host).concurrency,
    messagesPerConnection: 100
  }, { ...options, name: ehlo_name ?? options.name, fallbackName: domainOf(from_email) })
}
