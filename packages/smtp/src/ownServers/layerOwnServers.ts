import { SmtpConnectionFailed, splitAddress } from "@telemark/contract"
import {
  DeliveryOutcome,
  makeMemory,
  type OAuth2Login,
  type OwnServer,
  ownServerLimits,
  OwnServers
} from "@telemark/core"
import { NetworkGuard, type NetworkGuardService, parseHost } from "@telemark/network"
import { type Duration, Effect, Layer, Redacted } from "effect"
import {
  checkedEhloName,
  makeRoute,
  type Route,
  type RouteOptions,
  tokenTimeoutOf
} from "../conversation/route.js"
import type { Login } from "../conversation/smtpUrl.js"
import { testRoute } from "../conversation/testRelay.js"
import { makeAccessTokens, type TokenSource } from "../oauth2/AccessTokens.js"
import { makeAskForToken } from "../oauth2/askForToken.js"
import type { TokenClient } from "../oauth2/TokenClient.js"
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

/** Tokens that are remembered: more than servers with open connections, since they last longer. */
const maxTokens = 10_000

const tokenClientOf = ({
  client_id,
  client_secret,
  keepRefreshToken,
  refresh_token,
  scope,
  token_url
}: OAuth2Login): TokenClient => ({
  tokenUrl: token_url,
  clientId: client_id,
  clientSecret: client_secret ?? undefined,
  refreshToken: refresh_token ?? undefined,
  scope: scope ?? undefined,
  keepRefreshToken
})

const loginOf = (
  { password, username: user }: Omit<OwnServer, "id">,
  tokens: TokenSource | undefined
): Login =>
  tokens === undefined ? { user, password: password ?? Redacted.make("") } : { user, tokens }

const domainOf = (address: string | null): string | undefined =>
  address === null ? undefined : splitAddress(address)?.domain

/**
 * The route to a tenant's server. With `tls_required`, only TLS to the host that the certificate
 * names; otherwise any TLS, and a login in clear if there is none: the tenant asked for that. The
 * operator's sender domain isn't disclosed to tenants' servers.
 */
const routeTo = (
  server: Omit<OwnServer, "id">,
  credentials: Login,
  connect: NetworkGuardService["connect"],
  options: RouteOptions
): Route => {
  const { ehlo_name, from_email, port, provider, tls_required } = server
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
      credentials,
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
    const ask = makeAskForToken({
      connect: guard.connect,
      timeoutMillis: tokenTimeoutOf(options.timeouts),
      ca: options.ca
    })
    const tokens = makeAccessTokens(ask, maxTokens, yield* Effect.scope)
    /** As a message last came with them: a refresh token may have been replaced meanwhile. */
    const logins = makeMemory<OAuth2Login>(maxTokens)

    const routeFor = (server: OwnServer): Route => {
      const { id, oauth2 } = server
      const source = (given: OAuth2Login) =>
        tokens.of(id, () => tokenClientOf(logins.get(id) ?? given))
      return routeTo(server, loginOf(server, oauth2 && source(oauth2)), guard.connect, options)
    }
    /** Tests the login itself, and so with a new token. */
    const routeToTest = (server: Omit<OwnServer, "id">): Route => {
      const { oauth2 } = server
      const source = oauth2 && makeAccessTokens(ask, 1).of("", () => tokenClientOf(oauth2))
      return routeTo(server, loginOf(server, source), guard.connect, options)
    }
    const pools = yield* makePools(routeFor, capacity, idle)

    const notConnected = (provider: string, reason: "policy" | "refused"): DeliveryOutcome =>
      DeliveryOutcome.Broken({ provider, stage: "connect", reason, ambiguous: false })

    type Use = (prepared: PreparedMessage) => Effect.Effect<DeliveryOutcome, NoPoolFree>

    const through = (
      server: OwnServer,
      send: (use: Use) => ReturnType<Use>
    ): Effect.Effect<DeliveryOutcome> => {
      const { id, oauth2, port, provider } = server
      if (oauth2 !== undefined) logins.set(id, oauth2)
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
        return testRoute(routeToTest(server), options.fallbackName).pipe(
          Effect.asVoid,
          Effect.mapError(
            (failure) =>
              new SmtpConnectionFailed({
                ...failure,
                // It says what the password is.
                hint: failure.oauth2 === undefined ? hintFor(server, failure.stage) : undefined
              })
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
