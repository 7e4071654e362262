import { Duration, Either, Redacted } from "effect"
import type { InvalidSmtpUrl } from "./errors.js"
import { parseSmtpUrl, type Server } from "./url.js"

/** How long each step of a conversation may take. The defaults are those of RFC 5321 4.5.3.2 where it has one. */
export interface SmtpTimeouts {
  /** Resolving the host's name. 5 s. */
  readonly dns: Duration.DurationInput
  /** Connecting, for each of the host's addresses. 15 s. */
  readonly connect: Duration.DurationInput
  /** From the connection to the greeting. 60 s. */
  readonly greeting: Duration.DurationInput
  /** The reply to a command. 5 min. */
  readonly command: Duration.DurationInput
  /** The reply to the end of a message. 10 min: a shorter one makes duplicates. */
  readonly endOfData: Duration.DurationInput
}

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://host:465`, perhaps with `?tls=required|opportunistic|none`. */
  readonly url: string | Redacted.Redacted
  /** What to call ourselves in EHLO: a name that resolves to this machine. By default the machine's own. */
  readonly name?: string | undefined
  /** Connections at a time. 5. */
  readonly connections?: number | undefined
  /** Messages after which a connection is closed. 100. */
  readonly messagesPerConnection?: number | undefined
  /** How long an unused connection is kept. 60 s. */
  readonly idle?: Duration.DurationInput | undefined
  /** Certificates (PEM) of the authorities to trust, instead of the well-known ones. */
  readonly ca?: string | undefined
  readonly timeouts?: Partial<SmtpTimeouts> | undefined
}

/** Where mail goes, and how: the options with all their defaults, times in milliseconds. */
export interface Route extends Server {
  readonly name: string | undefined
  readonly connections: number
  readonly messagesPerConnection: number
  readonly idle: number
  readonly ca: string | undefined
  readonly timeouts: Readonly<Record<keyof SmtpTimeouts, number>>
}

const defaults: SmtpTimeouts = { dns: "5 seconds", connect: "15 seconds", greeting: "60 seconds", command: "5 minutes", endOfData: "10 minutes" }

const atLeastOne = (count: number): number => Math.max(1, Math.floor(count))

/** The route that the options describe. */
export const toRoute = (options: SmtpOptions): Either.Either<Route, InvalidSmtpUrl> => {
  const timeouts = { ...defaults, ...options.timeouts }
  return Either.map(parseSmtpUrl(Redacted.isRedacted(options.url) ? Redacted.value(options.url) : options.url), (server) => ({
    ...server,
    // What it may hold: a domain name, or an address literal such as `[192.0.2.1]`.
    name: options.name?.replace(/[^\w.:[\]-]/g, ""),
    connections: atLeastOne(options.connections ?? 5),
    messagesPerConnection: atLeastOne(options.messagesPerConnection ?? 100),
    idle: Duration.toMillis(options.idle ?? "60 seconds"),
    ca: options.ca,
    timeouts: {
      dns: Duration.toMillis(timeouts.dns),
      connect: Duration.toMillis(timeouts.connect),
      greeting: Duration.toMillis(timeouts.greeting),
      command: Duration.toMillis(timeouts.command),
      endOfData: Duration.toMillis(timeouts.endOfData)
    }
  }))
}
