import type { EmailStatus, FailureCode } from "@telemark/contract"
import type { HandoverTimestamps } from "../analytics/handover.js"
import { type PeriodCounts, sumUp } from "./PeriodCounts.js"
import { type Counted, engagementColumnsOf, handoverColumnsOf, perColumn } from "./columns.js"
import { startOf } from "./periods.js"

/** A message that entered the log (`from` is null), changed, or left the log (`to` is null). */
export interface Change {
  readonly tenant_id: string
  readonly created_at: number
  readonly from: EmailStatus | null
  readonly to: EmailStatus | null
  /** The failure codes before and after; only `cancelled` matters. */
  readonly codeBefore?: FailureCode | null
  readonly code?: FailureCode | null
  /** The bits of what people did with it, before and after; 0 by default. */
  readonly engagementBefore?: number
  readonly engagement?: number
  /**
   * The message's times, if it was handed over before, and after; otherwise it isn't counted by how
   * long that took.
   */
  readonly handedBefore?: HandoverTimestamps
  readonly handed?: HandoverTimestamps
}

const countedAs = (
  status: EmailStatus | null,
  code: FailureCode | null = null,
  engagement = 0,
  handed?: HandoverTimestamps
): ReadonlyArray<Counted> => [
  ...(status === null
    ? []
    : status === "failed" && code === "cancelled"
      ? [status, "cancelled" as const]
      : [status]),
  ...(engagement === 0 ? [] : engagementColumnsOf(engagement)),
  ...(handed === undefined ? [] : handoverColumnsOf(handed))
]

/** These hours, and the days that they make up, in order. */
export const withDays = (hours: ReadonlyArray<PeriodCounts>): ReadonlyArray<PeriodCounts> =>
  sumUp([
    ...hours,
    ...hours.map((hour) => ({
      ...hour,
      period: "day" as const,
      starts_at: startOf("day", hour.starts_at)
    }))
  ])

const none = perColumn(() => 0)

/** The net change of each hour and each day, in order, without periods that don't change. */
export const netChanges = (changes: ReadonlyArray<Change>): ReadonlyArray<PeriodCounts> => {
  const hours = new Map<
    string,
    Pick<PeriodCounts, "tenant_id" | "starts_at"> & { readonly net: Record<Counted, number> }
  >()
  for (const {
    code,
    codeBefore,
    created_at,
    engagement,
    engagementBefore,
    from,
    handed,
    handedBefore,
    tenant_id,
    to
  } of changes) {
    const starts_at = startOf("hour", created_at)
    const key = `${tenant_id} ${String(starts_at)}`
    const hour = hours.get(key) ?? { tenant_id, starts_at, net: { ...none } }
    for (const column of countedAs(from, codeBefore, engagementBefore, handedBefore))
      hour.net[column] -= 1
    for (const column of countedAs(to, code, engagement, handed)) hour.net[column] += 1
    hours.set(key, hour)
  }
  return withDays(
    [...hours.values()].map(({ net, starts_at, tenant_id }) => ({
      tenant_id,
      period: "hour",
      starts_at,
      ...net
    }))
  )
}
