import type { Stage } from "../Replies/index.js"

/** The platform's own route: no id of a tenant's server. */
export const platformRoute = "platform"

/** What mail waits for: the server asked for less, its limit of the day is reached, it refuses our account there, or it refuses to work for us at all. */
export type BackOffCause = "asked_for_less" | "daily_limit" | "account_refused" | "refused"

/** Whether somebody has to mend it: the others pass by themselves. */
export const isRefusal = (cause: BackOffCause): boolean => cause === "account_refused" || cause === "refused"

/** Whose mail waits. */
export interface BackOffKey {
  /** `platform`, or the id of the configuration of a tenant's own server. */
  readonly route: string
  /** Empty: every tenant's. */
  readonly tenant_id: string
  /** The domain that it is sent from, in A-labels; empty: all of the tenant's. */
  readonly sender_domain: string
}

/** That mail on a route isn't tried for a while, since its server asked for that or would refuse it. Times are epoch milliseconds. */
export interface BackOff extends BackOffKey {
  readonly cause: BackOffCause
  readonly stage: Stage
  /** What the server said; null if it was no reply. */
  readonly smtp_response: string | null
  /** The same in words. */
  readonly error_message: string
  /** When the server said so. */
  readonly since: number
  /** Nothing is tried before. */
  readonly until: number
}

/** One text for each key. None of its parts can hold a blank. */
export const backOffId = ({ route, sender_domain, tenant_id }: BackOffKey): string => `${route} ${tenant_id} ${sender_domain}`
