import type { EmailStatus, FailureCode } from "@telemark/core"
import { type Counted, perColumn } from "./columns.js"
import { type PeriodCounts, sumUp } from "./PeriodCounts.js"
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
}

const countedAs = (status: EmailStatus | null, code: FailureCode | null = null): ReadonlyArray<Counted> =>
  status === null ? [] : status === "failed" && code === "cancelled" ? [status, "cancelled"] : [status]

/** These hours, and the days that they make up, in order. */
export const withDays = (hours: ReadonlyArray<PeriodCounts>): ReadonlyArray<PeriodCounts> =>
  sumUp([...hours, ...hours.map((hour) => ({ ...hour, period: "day" as const, starts_at: startOf("day", hour.starts_at) }))])

const none = perColumn(() => 0)

/** The net change of each hour and each day, in order, without periods that don't change. */
export const netChanges = (changes: ReadonlyArray<Change>): ReadonlyArray<PeriodCounts> => {
  const hours = new Map<string, Pick<PeriodCounts, "tenant_id" | "starts_at"> & { readonly net: Record<Counted, number> }>()
  for (const { code, codeBefore, created_at, from, tenant_id, to } of changes) {
    const starts_at = startOf("hour", created_at)
    const key = `${tenant_id} ${String(starts_at)}`
    const hour = hours.get(key) ?? { tenant_id, starts_at, net: { ...none } }
    for (const column of countedAs(from, codeBefore)) hour.net[column] -= 1
    for (const column of countedAs(to, code)) hour.net[column] += 1
    hours.set(key, hour)
  }
  return withDays([...hours.values()].map(({ net, starts_at, tenant_id }) => ({ tenant_id, period: "hour", starts_at, ...net })))
}
