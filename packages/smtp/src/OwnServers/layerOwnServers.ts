import { DeliveryOutcome, type OutgoingMessage, OwnServers, SmtpConnectionFailed } from "@telemark/core"
import { NetworkGuard } from "@telemark/network"
import { type Duration, Effect, Layer } from "effect"
import { checkedEhloName, type RouteOptions, testRoute } from "../Conversation/index.js"
import { type PreparedMessage, sendPrepared } from "../Preparation/index.js"
import { fieldsFor, hintFor, rewrittenBy } from "../Providers/index.js"
import { makePools } from "./pools.js"
import { hostOf, isAllowedPort, routeTo } from "./route.js"

export interface OwnServersOptions extends RouteOptions {
  /** Servers that connections are kept to at a time. 1,000: each has a socket or a few. */
  readonly capacity?: number | undefined
  /** How long unused connections, and what else belongs to a server, are kept. 60 s. */
  readonly idle?: Duration.DurationInput | undefined
}

/** Puts the provider's own fields before everything that is signed. */
const marked = (provider: string, { id }: OutgoingMessage, prepared: PreparedMessage): PreparedMessage => {
  const { body, head } = prepared.mail
  return { ...prepared, mail: { head: fieldsFor(provider, id) + head, body } }
}

const make = ({ capacity = 1000, idle = "60 seconds", ...rest }: OwnServersOptions) =>
  Effect.gen(function*() {
    const guard = yield* NetworkGuard
    const options: RouteOptions = { ...rest, idle }
    const pools = yield* makePools((server) => routeTo(server, guard.connect, options), capacity, idle)

    const notConnected = (provider: string, reason: "policy" | "refused"): DeliveryOutcome =>
      DeliveryOutcome.Broken({ provider, stage: "connect", reason, ambiguous: false })

    return OwnServers.of({
      test: (server) => {
        if (!isAllowedPort(server.port)) return Effect.fail(new SmtpConnectionFailed({ stage: "policy", hint: hintFor(server, "policy") }))
        return testRoute(routeTo(server, guard.connect, options), options.fallbackName).pipe(
          Effect.asVoid,
          Effect.mapError((failure) => new SmtpConnectionFailed({ ...failure, hint: hintFor(server, failure.stage) }))
        )
      },
      deliver: (server, message) => {
        const { provider } = server
        if (!isAllowedPort(server.port)) return Effect.succeed(notConnected(provider, "policy"))
        const hop = { provider, rewritten: rewrittenBy(hostOf(server), provider) }
        return sendPrepared(hop, message, (prepared) => pools.use(server, (pool) => pool.deliver(marked(provider, message, prepared)))).pipe(
          Effect.catchTag("NoPoolFree", () =>
            Effect.as(
              Effect.logWarning("more tenants' servers are in use at a time than may be; messages to others wait", { capacity }),
              notConnected(provider, "refused")
            ))
        )
      }
    })
  })

/**
 * The tenants' own SMTP servers; throws `ValidationFailed` for a `name` that can't follow EHLO. Every connection passes the guard; the server's replies go nowhere but into the
 * log of the tenant's messages.
 */
export const layerOwnServers = (options: OwnServersOptions = {}): Layer.Layer<OwnServers, never, NetworkGuard> => {
  checkedEhloName("name", options.name)
  checkedEhloName("fallbackName", options.fallbackName)
  return Layer.scoped(OwnServers, make(options))
}
