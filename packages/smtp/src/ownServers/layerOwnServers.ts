import { SmtpConnectionFailed } from "@telemark/contract"
import { DeliveryOutcome, type OwnServer, OwnServers } from "@telemark/core"
import { NetworkGuard } from "@telemark/network"
import { type Duration, Effect, Layer } from "effect"
import { checkedEhloName, type RouteOptions } from "../conversation/route.js"
import { testRoute } from "../conversation/testRelay.js"
import { fieldsFor, hintFor, rewrittenBy } from "../providers.js"
import { asComposed, type PreparedMessage, sendPrepared } from "../sendPrepared.js"
import { makePools, type NoPoolFree } from "./pools.js"
import { hostOf, isAllowedPort, routeTo } from "./routeTo.js"

export interface OwnServersOptions extends RouteOptions {
  /**
   * Maximum number of servers with open connections. Default 1,000: each has one or a few sockets.
   */
  readonly capacity?: number | undefined
  /** How long unused connections and the state of a server are kept. Default 60 s. */
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
        const { provider } = server
        const host = hostOf(server)
        const hop = {
          provider,
          rewritten: rewrittenBy(host, provider),
          fields: fieldsFor(host, provider)
        }
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
