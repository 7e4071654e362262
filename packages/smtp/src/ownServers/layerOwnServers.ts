import { SmtpConnectionFailed, splitAddress } from "@telemark/contract"
import { DeliveryOutcome, type OwnServer, ownServerLimits, OwnServers } from "@telemark/core"
import { NetworkGuard, type NetworkGuardService, parseHost } from "@telemark/network"
import { type Duration, Effect, Layer } from "effect"
import { checkedEhloName, makeRoute, type Route, type RouteOptions } from "../conversation/route.js"
import { testRoute } from "../conversation/testRelay.js"
import { hintFor } from "../providers.js"
import { asComposed, nextHop, type PreparedMessage, sendPrepared } from "../sendPrepared.js"
import { makePools, type NoPoolFree } from "./pools.js"

/** RFC 8314 3. */
const implicitTlsPort = 465

/**
 * Submission and relaying. Other ports below 1024 belong to protocols that tenants must not reach.
 */
const wellKnownPorts: ReadonlySet<number> = new Set([25, implicitTlsPort, 587])

const isAllowedPort = (port: number): boolean => wellKnownPorts.has(port) || port >= 1024

/**
 * In the normal form for DNS, TLS and certificates. An invalid host stays unchanged: the guard
 * refuses it.
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
 * names; otherwise any TLS, and a login in clear if there is none: the tenant asked for that. The
 * operator's sender domain isn't disclosed to tenants' servers.
 */
const routeTo = (
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

export interface OwnServersOptions extends RouteOptions {
  /** Servers with open connections; each has a few sockets. Default 1,000. */
  readonly capacity?: number | undefined
  /** How long connections and state of a server are kept. Default 60 s. */
  readonly idle?: Duration.Input | undefined
}

const make = ({ capacity = 1000, idle = "60 seconds", ...rest }: OwnServersOptions) =>
  Effect.gen(function* () {
    const guard = yield* NetworkGuard
    const options: RouteOptions = { ...rest, idle }
    const pools = yield* makePools(
      (server) => routeTo(server, guard.connect, options),
      capacity,
      idle
    )

    const notConnected = (provider: string, reason: "policy" | "refused"): DeliveryOutcome =>
      DeliveryOutcome.Broken({ provider, stage: "connect", reason, ambiguous: false })

    type Use = (prepared: PreparedMessage) => Effect.Effect<DeliveryOutcome, NoPoolFree>

    const through = (
      server: OwnServer,
      send: (use: Use) => ReturnType<Use>
    ): Effect.Effect<DeliveryOutcome> => {
      const { port, provider } = server
      if (!isAllowedPort(port)) return Effect.succeed(notConnected(provider, "policy"))
      return send((prepared) => pools.use(server, (pool) => pool.deliver(prepared))).pipe(
        Effect.catchTag("NoPoolFree", () =>
          Effect.as(
            Effect.logWarning(
              "too many tenants' servers are in use at once; messages to others wait",
              { capacity }
            ),
            notConnected(provider, "refused")
          )
        )
      )
    }

    return OwnServers.of({
      test: (server) => {
        if (!isAllowedPort(server.port))
          return Effect.fail(
            new SmtpConnectionFailed({ stage: "policy", hint: hintFor(server, "policy") })
          )
        return testRoute(routeTo(server, guard.connect, options), options.fallbackName).pipe(
          Effect.asVoid,
          Effect.mapError(
            (failure) =>
              new SmtpConnectionFailed({ ...failure, hint: hintFor(server, failure.stage) })
          )
        )
      },
      deliver: (server, message) => {
        const hop = nextHop(server.provider, hostOf(server))
        return through(server, (use) => sendPrepared(hop, message, use))
      },
      relay: (server, envelope, source) =>
        through(server, (use) => use(asComposed(envelope, source)))
    })
  })

/**
 * Delivers over the tenants' own SMTP servers. Every connection passes the guard. Replies appear
 * only in the log of the tenant's messages. Throws `ValidationFailed` for a `name` or
 * `fallbackName` that can't follow EHLO.
 */
export const layerOwnServers = (
  options: OwnServersOptions = {}
): Layer.Layer<OwnServers, never, NetworkGuard> => {
  checkedEhloName("name", options.name)
  checkedEhloName("fallbackName", options.fallbackName)
  return Layer.effect(OwnServers, make(options))
}
