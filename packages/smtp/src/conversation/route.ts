import { ehloNameRule, isFullyQualified, toEhloName, ValidationFailed } from "@telemark/contract"
import { connectTo, type NetworkGuardService, systemAddresses } from "@telemark/network"
import { Duration, Effect, Redacted, Result } from "effect"
import { hostname } from "node:os"
import { type OAuth2Options, tokensOf } from "../oauth2/OAuth2Options.js"
import {
  type InvalidSmtpUrl,
  type Login,
  parseSmtpUrl,
  parseTokenSmtpUrl,
  type Server
} from "./smtpUrl.js"

/** Throws `ValidationFailed`. */
export const checkedEhloName = (option: string, name: string | undefined): string | undefined => {
  if (name === undefined) return undefined
  const checked = typeof (name as unknown) === "string" ? toEhloName(name) : undefined
  if (checked === undefined) throw ValidationFailed.at(option, `must be ${ehloNameRule}`)
  return checked
}

/**
 * This machine's fully qualified host name for EHLO. Undefined if it is short or for local use
 * (`localhost.localdomain`, `….internal`): some hosts refuse such a name.
 */
export const machineName = (name = hostname()): string | undefined =>
  isFullyQualified(name) ? toEhloName(name) : undefined

/** The route's, else the sender's domain, else the machine's name. */
export const ehloNameFor = (
  routeName: string | undefined,
  senderDomain: string | undefined
): string => routeName ?? senderDomain ?? toEhloName(hostname()) ?? "localhost"

/** Defaults are those of RFC 5321 4.5.3.2 where it has one. */
export interface SmtpTimeouts {
  /** Resolving the host name. Default 5 s. */
  readonly dns: Duration.Input
  /** Connecting, per address of the host. Default 15 s. */
  readonly connect: Duration.Input
  /** From the connection to the greeting. Default 60 s. */
  readonly greeting: Duration.Input
  /** The reply to a command. Default 5 min. */
  readonly command: Duration.Input
  /** The reply to the end of a message. Default 10 min. A shorter one causes duplicates. */
  readonly endOfData: Duration.Input
  /** An access token, from its endpoint. Default 8 s: a test of a server takes 10 s at most. */
  readonly token: Duration.Input
}

export interface RouteOptions {
  /**
   * EHLO name: a domain name that resolves to this machine, or an address literal. Default: the
   * machine's full host name, else `fallbackName`.
   */
  readonly name?: string | undefined
  /**
   * EHLO name if the machine's isn't fully qualified, such as the domain of the operator's sender.
   * Default: the domain of the sender whose message opens the connection, which messages of others
   * may follow.
   */
  readonly fallbackName?: string | undefined
  /** How long an unused connection is kept. Default 60 s. */
  readonly idle?: Duration.Input | undefined
  /** PEM certificates of trusted authorities instead of the well-known ones. */
  readonly ca?: string | undefined
  readonly timeouts?: Partial<SmtpTimeouts> | undefined
}

/** For hosts that tenants name, this is the guard's. */
export type Connect = NetworkGuardService["connect"]

/** Times are in milliseconds. */
export interface Route extends Omit<Server, "credentials"> {
  readonly credentials: Login | null
  /** The name of the next hop in the log. */
  readonly provider: string
  readonly connect: Connect
  /** Whether to log in without TLS. */
  readonly loginInClear: boolean
  /** EHLO name. Undefined: the domain of the sender whose message opens the connection. */
  readonly name: string | undefined
  readonly connections: number
  readonly messagesPerConnection: number
  readonly idle: number
  readonly ca: string | undefined
  readonly timeouts: Readonly<Record<keyof SmtpTimeouts, number>>
}

const defaults: SmtpTimeouts = {
  dns: "5 seconds",
  connect: "15 seconds",
  greeting: "60 seconds",
  command: "5 minutes",
  endOfData: "10 minutes",
  token: "8 seconds"
}

/** With defaults. Throws `ValidationFailed` for names that can't follow EHLO. */
export const makeRoute = (
  given: Omit<Server, "credentials"> &
    Pick<
      Route,
      | "credentials"
      | "provider"
      | "connect"
      | "loginInClear"
      | "connections"
      | "messagesPerConnection"
    >,
  { ca, fallbackName, idle, name, timeouts }: RouteOptions
): Route => {
  const waits = { ...defaults, ...timeouts }
  const named = checkedEhloName("name", name)
  const fallback = checkedEhloName("fallbackName", fallbackName)
  return {
    ...given,
    name: named ?? machineName() ?? fallback,
    idle: Duration.toMillis(idle ?? "60 seconds"),
    ca,
    timeouts: {
      dns: Duration.toMillis(waits.dns),
      connect: Duration.toMillis(waits.connect),
      greeting: Duration.toMillis(waits.greeting),
      command: Duration.toMillis(waits.command),
      endOfData: Duration.toMillis(waits.endOfData),
      token: Duration.toMillis(waits.token)
    }
  }
}

/** The operator configured the host, so no network policy applies. */
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
  /** Access tokens for the login of the user that `url` names, instead of a password. */
  readonly oauth2?: OAuth2Options | undefined
  /** Maximum number of connections. Default 10. */
  readonly connections?: number | undefined
  /** Messages after which a connection is closed. Default 100. */
  readonly messagesPerConnection?: number | undefined
  /**
   * Composes, signs and sends in a worker thread, begun by the first mail, beside the event loop; a
   * mail takes more processor time and memory so. Its times are real whatever clock there is.
   * Default false. With a bundler, @telemark/smtp has to be external.
   */
  readonly thread?: boolean | undefined
}

const atLeastOne = (count: number): number => Math.max(1, Math.floor(count))

/** In milliseconds. */
export const tokenTimeoutOf = (timeouts: RouteOptions["timeouts"]): number =>
  Duration.toMillis(timeouts?.token ?? defaults.token)

const readServer = ({
  oauth2,
  timeouts,
  url
}: SmtpOptions): Result.Result<
  Omit<Server, "credentials"> & Pick<Route, "credentials">,
  InvalidSmtpUrl
> => {
  const text = Redacted.isRedacted(url) ? Redacted.value(url) : url
  return oauth2 === undefined
    ? parseSmtpUrl(text)
    : Result.map(parseTokenSmtpUrl(text), ({ user, ...server }) => ({
        ...server,
        credentials: {
          user,
          tokens: tokensOf(oauth2, { connect, timeoutMillis: tokenTimeoutOf(timeouts) })
        }
      }))
}

/** Throws `ValidationFailed` for `oauth2` that can't be used. */
export const toRoute = (options: SmtpOptions): Result.Result<Route, InvalidSmtpUrl> =>
  Result.map(readServer(options), (server) =>
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
