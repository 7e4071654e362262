import type { EmailStatus } from "@telemark/contract"
import type { Stage } from "../replies/Reply.js"

/** Others have the id of a tenant's server. */
export const platformRoute = "platform"

/**
 * Why mail waits: the server asked us to slow down, its daily limit is reached, it refuses our
 * account, or it refuses us altogether.
 */
export type BackOffCause = "asked_for_less" | "daily_limit" | "account_refused" | "refused"

/** Somebody has to fix it; the other causes pass by themselves. */
export const isRefusal = (cause: BackOffCause): boolean =>
  cause === "account_refused" || cause === "refused"

export interface BackOffKey {
  /** `platform`, or the id of the configuration of a tenant's own server. */
  readonly route: string
  /** Empty: all tenants. */
  readonly tenant_id: string
  /** The sender's domain in A-labels; empty: all of the tenant's domains. */
  readonly sender_domain: string
}

/** A route has no attempts meanwhile. Times are epoch milliseconds. */
export interface BackOff extends BackOffKey {
  readonly cause: BackOffCause
  readonly stage: Stage
  readonly smtp_response: string | null
  readonly error_message: string
  /** When the server's reply came. */
  readonly since: number
  readonly until: number
}

/** No part can contain a blank. */
export const backOffId = ({ route, sender_domain, tenant_id }: BackOffKey): string =>
  `${route} ${tenant_id} ${sender_domain}`

/** At once, found where the server refused one more. */
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

/**
 * How long an ended back-off and a number of connections are kept, in milliseconds: if nobody has
 * sent since, nobody knows whether the server takes more again.
 */
export const backOffMemory = 24 * 60 * 60_000

/** Times are epoch milliseconds. */
export interface WaitingEmail {
  readonly tenant_id: string
  readonly sender_email: string
  readonly status: EmailStatus
  readonly scheduled_at: number | null
  readonly next_attempt_at: number | null
}

/** Whether the message has no attempt due before `until`. */
export const waitsUntil = (
  { next_attempt_at, scheduled_at, status }: WaitingEmail,
  until: number
): boolean => {
  // Such a message is held, or if deferred was accepted: the server that took it retries.
  if (next_attempt_at === null) return false
  if (status === "queued") return (scheduled_at ?? 0) <= until
  return status === "deferred" && next_attempt_at <= until
}

export const afterBackOff = (
  { next_attempt_at }: Pick<WaitingEmail, "next_attempt_at">,
  { until }: BackOff
): number => Math.max(next_attempt_at ?? 0, until)

export const nextAttemptAt = (
  email: Pick<WaitingEmail, "next_attempt_at">,
  backOff: BackOff | undefined
): number | null => (backOff === undefined ? email.next_attempt_at : afterBackOff(email, backOff))
