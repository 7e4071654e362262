import type { EmailStatus, FailureCode } from "@telemark/core"
import { type Counted, perColumn } from "./columns.js"
import { type PeriodCounts, sumUp } from "./PeriodCounts.js"
import { startOf } from "./periods.js"

/** A message that came into the log (`from` is null), moved on, or left the log (`to` is null). */
export interface Change {
  readonly tenant_id: string
  readonly created_at: number
  readonly from: EmailStatus | null
  readonly to: EmailStatus | null
  /** Why it had failed before, and why it has failed now, as far as that may be that it was cancelled. */
  readonly codeBefore?: FailureCode | null
  readonly code?: FailureCode | null
}

/** What a message is counted as. */
const countedAs = (status: EmailStatus | null, code: FailureCode | null = null): ReadonlyArray<Counted> =>
  status === null ? [] : status === "failed" && code === "cancelled" ? [status, "cancelled"] : [status]

/** Hours, and the days that they make up; in order. */
export const withDays = (hours: ReadonlyArray<PeriodCounts>): ReadonlyArray<PeriodCounts> =>
  sumUp([...hours, ...hours.map((hour) => ({ ...hour, period: "day" as const, starts_at: startOf("day", hour.starts_at) }))])

const none = perColumn(() => 0)

/** What changes come to, for each hour and each day and in order; periods that stay as they are are left out. */
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
