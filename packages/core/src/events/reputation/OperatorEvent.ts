import { type PauseReason, type TenantEvent, timestamp } from "@telemark/contract"
import { Effect } from "effect"
import { count } from "../../kernel/metrics/metrics.js"
import { newId } from "../../kernel/ids.js"
import { describeExcess, type Excess } from "./judgeReputation.js"

/** What happened to a tenant that concerns the operator. */
export type OperatorEventType = TenantEvent["type"]

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

/** An event that happens to a tenant now. */
export const newOperatorEvent = (
  type: OperatorEventType,
  tenant: { readonly id: string; readonly name: string },
  created_at: number,
  data: Omit<OperatorEventData, "tenant"> = {}
): Effect.Effect<OperatorEvent> =>
  Effect.map(newId("oev"), (id) => ({
    id,
    type,
    tenant_id: tenant.id,
    created_at,
    data: { tenant: tenant.name, ...data }
  }))

/** How long events for the operator are kept, in milliseconds. */
export const operatorEventsKeptMillis = 90 * 24 * 60 * 60_000

/** An event for the operator, as the interface shows it. */
export const operatorEventView = ({
  created_at,
  data: { domain, excess, note, reason, tenant },
  id,
  type
}: OperatorEvent): TenantEvent => ({
  id,
  type,
  tenant,
  created_at: timestamp(created_at),
  ...(reason === undefined ? {} : { reason }),
  ...(note === undefined ? {} : { note }),
  ...(domain === undefined ? {} : { domain }),
  ...(excess === undefined ? {} : { explanation: describeExcess(excess) })
})

/** Only of this process. */
export const countEvent = ({ data, type }: OperatorEvent): Effect.Effect<void> =>
  count("telemark_reputation_events_total", {
    type,
    cause: data.reason ?? data.excess?.measure ?? "operator"
  })
