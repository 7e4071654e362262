import type { EmailStatus } from "@telemark/core"

/** A message that came into the log (`from` is null), moved on, or left the log (`to` is null). */
export interface Change {
  readonly tenant_id: string
  readonly created_at: number
  readonly from: EmailStatus | null
  readonly to: EmailStatus | null
}

/** How many messages of a tenant, made in one hour, have a status; or by how many that changes. */
export interface Count {
  readonly tenant_id: string
  /** Hours since 1970. */
  readonly hour: number
  readonly status: EmailStatus
  readonly count: number
}

export const hourMillis = 60 * 60 * 1000

export const hourOf = (instant: number): number => Math.floor(instant / hourMillis)

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

/** The order in which every process locks counters, so that no two can wait for each other. */
export const inOrder = (a: Count, b: Count): number =>
  compare(a.tenant_id, b.tenant_id) || compare(a.hour, b.hour) || compare(a.status, b.status)

/** What changes come to, counter by counter and in order; counters that stay as they are are left out. */
export const netChanges = (changes: ReadonlyArray<Change>): ReadonlyArray<Count> => {
  const net = new Map<string, Count>()
  const add = (tenant_id: string, created_at: number, status: EmailStatus | null, by: number): void => {
    if (status === null) return
    const hour = hourOf(created_at)
    const key = `${tenant_id} ${String(hour)} ${status}`
    net.set(key, { tenant_id, hour, status, count: (net.get(key)?.count ?? 0) + by })
  }
  for (const { created_at, from, tenant_id, to } of changes) {
    add(tenant_id, created_at, from, -1)
    add(tenant_id, created_at, to, 1)
  }
  return [...net.values()].filter(({ count }) => count !== 0).sort(inOrder)
}
