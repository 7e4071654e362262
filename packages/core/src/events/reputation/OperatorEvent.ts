import type { PauseReason } from "@telemark/contract"
import type { Excess } from "./judge.js"

/** What happened to a tenant that concerns the operator. */
export type OperatorEventType = "tenant.paused" | "tenant.resumed" | "tenant.warned"

/** Details of an event. */
export interface OperatorEventData {
  /** The tenant's name. */
  readonly tenant: string
  /** Why it was paused. */
  readonly reason?: PauseReason | undefined
  /** The operator's own words. */
  readonly note?: string | undefined
  /**
   * The sending domain whose mail exceeds the limit; absent if that of all its domains together
   * does.
   */
  readonly domain?: string | undefined
  /** The limit that is exceeded. */
  readonly excess?: Excess | undefined
}

/**
 * An event for the operator, written in the transaction of what it reports. Times are epoch
 * milliseconds.
 */
export interface OperatorEvent {
  readonly id: string
  readonly type: OperatorEventType
  readonly tenant_id: string
  readonly created_at: number
  readonly data: OperatorEventData
}

/** How long events for the operator are kept, in milliseconds. */
export const operatorEventsKeptMillis = 90 * 24 * 60 * 60_000
