import type { NetworkGuardService } from "@telemark/network"
import { Duration } from "effect"
import { checkedEhloName, machineName } from "./ehloName.js"
import type { Server } from "./url.js"

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

/** What may be chosen for any server. */
export interface RouteOptions {
  /**
   * The name to give in EHLO: a domain name that resolves to this machine, or an address literal such as `[192.0.2.1]`. By default the
   * machine's full host name; where it has none, `fallbackName`.
   */
  readonly name?: string | undefined
  /**
   * The name where none is given and the machine's is not fully qualified, such as the domain of the operator's own sender. By default
   * the domain of the sender whose message opens the connection; messages of other senders may follow on it.
   */
  readonly fallbackName?: string | undefined
  /** How long an unused connection is kept. 60 s. */
  readonly idle?: Duration.DurationInput | undefined
  /** Certificates (PEM) of the authorities to trust, instead of the well-known ones. */
  readonly ca?: string | undefined
  readonly timeouts?: Partial<SmtpTimeouts> | undefined
}

/** How a socket to a host is opened: for hosts that tenants name, the guard's. */
export type Connect = NetworkGuardService["connect"]

/** Where mail goes, and how, times in milliseconds. */
export interface Route extends Server {
  /** What the hop is called in the log. */
  readonly provider: string
  readonly connect: Connect
  /** Whether to log in where there is no TLS. */
  readonly loginInClear: boolean
  /** The name in EHLO; undefined: the domain of the sender whose message opens the connection. */
  readonly name: string | undefined
  readonly connections: number
  readonly messagesPerConnection: number
  readonly idle: number
  readonly ca: string | undefined
  readonly timeouts: Readonly<Record<keyof SmtpTimeouts, number>>
}

const defaults: SmtpTimeouts = { dns: "5 seconds", connect: "15 seconds", greeting: "60 seconds", command: "5 minutes", endOfData: "10 minutes" }

/** A route with everything that the options leave open. Throws `ValidationFailed` for names that can't follow EHLO. */
export const makeRoute = (
  given: Server & Pick<Route, "provider" | "connect" | "loginInClear" | "connections" | "messagesPerConnection">,
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
