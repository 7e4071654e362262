import type { MissingData, PauseReason } from "@telemark/contract"

/** Why and since when a tenant's sending is paused, in epoch milliseconds. */
export interface TenantPause {
  readonly at: number
  readonly reason: PauseReason
  /** The operator's own words, or the limit that was exceeded; null if there are none. */
  readonly note: string | null
  /** Whether tracked links in its mail are stopped as well: absent unless they are. */
  readonly links_stopped?: true
}

/**
 * The account that owns keys, mail, suppressions and everything else. Times are epoch milliseconds.
 */
export interface Tenant {
  readonly id: string
  readonly name: string
  readonly default_from: string | null
  readonly monthly_limit: number | null
  /** Whether opens and clicks of its mail are tracked unless a send says otherwise. */
  readonly track_opens: boolean
  readonly track_clicks: boolean
  /** What becomes of sends that lack data of their template unless a send says otherwise. */
  readonly missing: MissingData
  readonly created_at: number
  /** Absent unless its sending is paused. */
  readonly paused?: TenantPause | undefined
}
