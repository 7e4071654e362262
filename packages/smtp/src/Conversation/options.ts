import { Either, Redacted } from "effect"
import { connect } from "./connect.js"
import type { InvalidSmtpUrl } from "./errors.js"
import { makeRoute, type Route, type RouteOptions } from "./route.js"
import { parseSmtpUrl } from "./url.js"

/** What a relay gets where nothing else is asked for; `docs/configuration.md` has the reasons. */
export const smtpDefaults = { connections: 10, messagesPerConnection: 100 } as const

export interface SmtpOptions extends RouteOptions {
  /** `smtp://user:password@host:587` or `smtps://host:465`, perhaps with `?tls=required|opportunistic|none`. */
  readonly url: string | Redacted.Redacted
  /** Connections at a time. 10. */
  readonly connections?: number | undefined
  /** Messages after which a connection is closed. 100. */
  readonly messagesPerConnection?: number | undefined
}

const atLeastOne = (count: number): number => Math.max(1, Math.floor(count))

/** The route that the options describe. The operator names this host, so that no network policy holds for it. */
export const toRoute = (options: SmtpOptions): Either.Either<Route, InvalidSmtpUrl> =>
  Either.map(parseSmtpUrl(Redacted.isRedacted(options.url) ? Redacted.value(options.url) : options.url), (server) =>
    makeRoute({
      ...server,
      provider: "smtp",
      connect,
      loginInClear: server.tls === "none",
      connections: atLeastOne(options.connections ?? smtpDefaults.connections),
      messagesPerConnection: atLeastOne(options.messagesPerConnection ?? smtpDefaults.messagesPerConnection)
    }, options))
