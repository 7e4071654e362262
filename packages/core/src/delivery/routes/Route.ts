import { type ConnectionLimit, platformRoute } from "../backOffs/BackOff.js"
import type { DeliveryOutcome } from "../message/DeliveryOutcome.js"
import type { StoredServer } from "../message/Message.js"
import { ownServerLimits, type RouteLimits } from "./throttle.js"

/** The way of a message to its next hop: the platform's transport, or its tenant's own server. */
export interface Route {
  /** The tenant whose own server it is, or `platformRoute`. */
  readonly name: string
  /**
   * A new one when the route is configured anew: what was learned of the previous one doesn't
   * apply.
   */
  readonly id: string
  readonly limits: RouteLimits
  /** How the log calls its next hop, if that has to say it; empty for the platform's. */
  readonly provider: string
  /** Null for the platform's. */
  readonly server: StoredServer | null
}

/** The platform's route; `connections`: how many its transport takes at once, if that is limited. */
export const makePlatformRoute = (connections = Infinity): Route => ({
  name: platformRoute,
  id: platformRoute,
  limits: { concurrency: connections, interval: 0 },
  provider: "",
  server: null
})

export const ownRouteOf = (server: StoredServer): Route => ({
  name: server.tenant_id,
  id: server.id,
  limits: ownServerLimits(server.host),
  provider: server.provider,
  server
})

/** A sender as a mail server may distinguish it: a tenant with one of its sender domains. */
export interface Sender {
  readonly tenant_id: string
  /** In A-labels; empty: all of the tenant's domains. */
  readonly domain: string
}

/** A message has to wait for its route until `until` (epoch milliseconds); nothing was sent. */
export interface Wait {
  readonly _tag: "Wait"
  readonly until: number
  /** Because of a daily limit: messages are given up that much later. */
  readonly isDaily?: boolean
}

/** Whose mail backs off: one sender's, all of its tenant's, or all on the route. */
export type BackOffScope = "sender" | "tenant" | "route"

export interface BegunBackOff {
  readonly scope: BackOffScope
  readonly until: number
}

/** What delivering a message gave. */
export interface Delivered {
  readonly outcome: DeliveryOutcome
  /** How long the next hop took, in whole milliseconds; absent if none was contacted. */
  readonly duration_ms?: number
  /** Some of its files are no longer stored, so it wasn't sent. */
  readonly lacksFiles?: true
}

/** What came of a message that a route's limiter let go, or held back. */
export interface Limited extends Omit<Delivered, "outcome"> {
  readonly outcome: DeliveryOutcome | Wait
  readonly begun?: BegunBackOff
  /** When the next message of this sender may go; now if nothing backs off. */
  readonly notBefore: number
  /** Set if the server refused one connection more. */
  readonly found?: Pick<ConnectionLimit, "connections" | "smtp_response">
  /** Set if the route opens as many connections as it may again. */
  readonly isUnlimited?: true
}

export const waited = (wait: Wait): Limited => ({ outcome: wait, notBefore: wait.until })

/** What a limiter needs to know of the other routes, and announces to them. */
export interface Surroundings {
  /** Whether so many messages use tenants' own routes that each route should have only one. */
  readonly isFull: () => boolean
  /** The same without the message that asks, which is already counted. */
  readonly isOverfull: () => boolean
  readonly onCapacity: () => void
}
