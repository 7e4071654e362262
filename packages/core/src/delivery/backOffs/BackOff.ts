import type { Stage } from "../replies/Reply.js"

/** The id of the platform's own route, as opposed to that of a tenant's server. */
export const platformRoute = "platform"

/**
 * Why mail waits: the server asked us to slow down, its daily limit is reached, it refuses our
 * account, or it refuses us altogether.
 */
export type BackOffCause = "asked_for_less" | "daily_limit" | "account_refused" | "refused"

/** Whether somebody has to fix the cause; the others pass by themselves. */
export const isRefusal = (cause: BackOffCause): boolean =>
  cause === "account_refused" || cause === "refused"

/** The mail that a back-off applies to. */
export interface BackOffKey {
  /** `platform`, or the id of the configuration of a tenant's own server. */
  readonly route: string
  /** Empty: all tenants. */
  readonly tenant_id: string
  /** The sender's domain in A-labels; empty: all of the tenant's domains. */
  readonly sender_domain: string
}

/**
 * A period without attempts on a route, because its server asked for it or would refuse the mail.
 * Times are epoch milliseconds.
 */
export interface BackOff extends BackOffKey {
  readonly cause: BackOffCause
  readonly stage: Stage
  readonly smtp_response: string | null
  readonly error_message: string
  /** When the server's reply came. */
  readonly since: number
  readonly until: number
}

/** A unique text for each key. No part can contain a blank. */
export const backOffId = ({ route, sender_domain, tenant_id }: BackOffKey): string =>
  `${route} ${tenant_id} ${sender_domain}`

/** How many connections a route's server takes at once, found where it refused one more. */
export interface ConnectionLimit {
  /** `platform`, or the id of the configuration of a tenant's own server. */
  readonly route: string
  /** Whose server it is; empty for the platform's route. */
  readonly tenant_id: string
  /** As many as one process had open: others may have had theirs. */
  readonly connections: number
  readonly smtp_response: string | null
  /** When the server last refused one, in epoch milliseconds. */
  readonly refused_at: number
}
