import { nextWait } from "../../kernel/backOff.js"

/** Between two tries of locked tenants, while none is free. */
const backOffs = { first: 1000, max: 10_000 }

/**
 * Tenants whose rows a claim could not lock in time: a transaction of the application that sends
 * keeps its tenant's counters locked until it ends. Their messages are left out until the rows can
 * be locked again, which is tried with one tenant at a time. Kept in this process only.
 */
export const makeLockedTenants = () => {
  const queue = new Set<string>()
  let backOff = 0
  let tryAt = 0
  return {
    /**
     * The tenant's rows could not be locked in a claim or try that began at `now`. It goes to the
     * end of the queue.
     */
    note: (tenantId: string, now: number): void => {
      queue.delete(tenantId)
      queue.add(tenantId)
      backOff = nextWait(backOffs, backOff)
      tryAt = now + backOff
    },
    /**
     * The tenant's rows can be locked again. The next tenant may be tried at once, since the same
     * transaction may have locked both.
     */
    forget: (tenantId: string): void => {
      queue.delete(tenantId)
      backOff = 0
      tryAt = 0
    },
    /** The tenant to try at `now`; undefined if it isn't time yet. */
    next: (now: number): string | undefined =>
      now < tryAt ? undefined : queue.values().next().value,
    tenants: (): ReadonlyArray<string> => [...queue]
  }
}
