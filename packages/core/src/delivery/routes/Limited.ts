import type { ConnectionLimit } from "../backOffs/BackOff.js"
import type { DeliveryOutcome } from "../message/DeliveryOutcome.js"

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
