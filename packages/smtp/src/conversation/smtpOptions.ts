import { connectTo, systemAddresses } from "@telemark/network"
import { Effect, Redacted, Result } from "effect"
import { type Connect, makeRoute, type Route, type RouteOptions } from "./route.js"
import { type InvalidSmtpUrl, parseSmtpUrl } from "./smtpUrl.js"

/** Opens a socket to a host that the operator configured, so no network policy applies. */
const connect: Connect = ({ host, port }, timeouts) =>
  Effect.flatMap(systemAddresses(host, timeouts.dns), (addresses) =>
    connectTo(addresses, port, timeouts)
  )

/** Defaults for a relay. `docs/configuration.md` gives the reasons. */
export const smtpDefaults = { connections: 10, messagesPerConnection: 100 } as const

export interface SmtpOptions extends RouteOptions {
  /**
   * `smtp://user:password@host:587` or `smtps://host:465`, optionally with
   * `?tls=required|opportunistic|none`.
   */
  readonly url: string | Redacted.Redacted
  /** Maximum number of connections. Default 10. */
  readonly connections?: number | undefined
  /** Messages after which a connection is closed. Default 100. */
  readonly messagesPerConnection?: number | undefined
}

const atLeastOne = (count: number): number => Math.max(1, Math.floor(count))

export const toRoute = (options: SmtpOptions): Result.Result<Route, InvalidSmtpUrl> =>
  Result.map(
    parseSmtpUrl(Redacted.isRedacted(options.url) ? Redacted.value(options.url) : options.url),
    (server) =>
      makeRoute(
        {
          ...server,
          provider: "smtp",
          connect,
          loginInClear: server.tls === "none",
          connections: atLeastOne(options.connections ?? smtpDefaults.connections),
          messagesPerConnection: atLeastOne(
            options.messagesPerConnection ?? smtpDefaults.messagesPerConnection
          )
        },
        options
      )
  )
