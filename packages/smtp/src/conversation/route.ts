import { ehloNameRule, isFullyQualified, toEhloName, ValidationFailed } from "@telemark/contract"
import type { NetworkGuardService } from "@telemark/network"
import { Duration } from "effect"
import { hostname } from "node:os"
import type { Server } from "./smtpUrl.js"

/** Validates an option used as the name in EHLO. Throws `ValidationFailed`. */
export const checkedEhloName = (option: string, name: string | undefined): string | undefined => {
  if (name === undefined) return undefined
  const checked = typeof (name as unknown) === "string" ? toEhloName(name) : undefined
  if (checked === undefined) throw ValidationFailed.at(option, `must be ${ehloNameRule}`)
  return checked
}

/**
 * This machine's fully qualified host name as it can follow EHLO. Undefined if the name is short or
 * for local use (`localhost.localdomain`, `….internal`): such a name means nothing to other hosts,
 * and some refuse it.
 */
export const machineName = (name = hostname()): string | undefined =>
  isFullyQualified(name) ? toEhloName(name) : undefined

/** The name in EHLO: the route's, else the sender's domain, else the machine's name. */
export const ehloNameFor = (
  routeName: string | undefined,
  senderDomain: string | undefined
): string => routeName ?? senderDomain ?? toEhloName(hostname()) ?? "localhost"

/**
 * Timeouts of the steps of a session. The defaults are those of RFC 5321 4.5.3.2 if it defines one.
 */
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
}

export interface RouteOptions {
  /**
   * EHLO name: a domain name that resolves to this machine, or an address literal. Default: the
   * machine's full host name, else `fallbackName`.
   */
  readonly name?: string | undefined
  /**
   * EHLO name if `name` isn't given and the machine's name isn't fully qualified, such as the
   * domain of the operator's sender. Default: the domain of the sender whose message opens the
   * connection. Messages of other senders may follow on it.
   */
  readonly fallbackName?: string | undefined
  /** How long an unused connection is kept. Default 60 s. */
  readonly idle?: Duration.Input | undefined
  /** PEM certificates of the authorities to trust instead of the well-known ones. */
  readonly ca?: string | undefined
  readonly timeouts?: Partial<SmtpTimeouts> | undefined
}

/** Opens a socket to a host. For hosts that tenants name, this is the guard's. */
export type Connect = NetworkGuardService["connect"]

/** A mail server and how to connect to it. Times are in milliseconds. */
export interface Route extends Server {
  /** The name of the next hop in the log. */
  readonly provider: string
  readonly connect: Connect
  /** Whether to log in without TLS. */
  readonly loginInClear: boolean
  /** The name in EHLO. Undefined: the domain of the sender whose message opens the connection. */
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
  endOfData: "10 minutes"
}

/** Builds a route, with defaults. Throws `ValidationFailed` for names that can't follow EHLO. */
export const makeRoute = (
  given: Server &
    Pick<Route, "provider" | "connect" | "loginInClear" | "connections" | "messagesPerConnection">,
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
      endOfData: Duration.toMillis(waits.endOfData)
    }
  }
}
