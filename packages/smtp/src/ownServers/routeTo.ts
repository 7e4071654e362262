import { splitAddress } from "@telemark/contract"
import { type OwnServer, ownServerLimits } from "@telemark/core"
import { type NetworkGuardService, parseHost } from "@telemark/network"
import { makeRoute, type Route, type RouteOptions } from "../conversation/route.js"

/** RFC 8314 3. */
const implicitTlsPort = 465

/**
 * Submission and relaying. Other ports below 1024 belong to other protocols, which tenants must not
 * reach.
 */
const wellKnownPorts: ReadonlySet<number> = new Set([25, implicitTlsPort, 587])

export const isAllowedPort = (port: number): boolean => wellKnownPorts.has(port) || port >= 1024

/**
 * A server's host in the normal form for DNS, TLS and certificates. An invalid host stays
 * unchanged: the guard refuses it.
 */
export const hostOf = ({ host }: Pick<OwnServer, "host">): string => {
  const parsed = parseHost(host)
  if (parsed === undefined) return host
  return parsed._tag === "Address" ? parsed.address : parsed.name
}

const domainOf = (address: string | null): string | undefined =>
  address === null ? undefined : splitAddress(address)?.domain

/**
 * The route to a tenant's server. With `tls_required`, only TLS to the host that the certificate
 * names. Otherwise TLS if it is offered, with any certificate, and a login in clear if it isn't:
 * the tenant asked for that. The tenant's EHLO name comes before the operator's; the operator's
 * sender domain isn't disclosed to tenants' servers.
 */
export const routeTo = (
  server: Omit<OwnServer, "id">,
  connect: NetworkGuardService["connect"],
  options: RouteOptions
): Route => {
  const { ehlo_name, from_email, password, port, provider, tls_required, username } = server
  const host = hostOf(server)
  return makeRoute(
    {
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
    },
    { ...options, name: ehlo_name ?? options.name, fallbackName: domainOf(from_email) }
  )
}
