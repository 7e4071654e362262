/** For how long none of them is tried after one was, at first and at most, in milliseconds: doubled as long as none is free. */
const minBackOff = 1000
const maxBackOff = 10_000

/**
 * Tenants whose rows a claim waited for in vain: a transaction of the application's that sends holds its tenant's counters until it
 * ends. Their mail is left out until such rows can be had again, which is tried with one of them at a time. Kept in this process alone.
 */
export const makeLockedTenants = () => {
  const queue = new Set<string>()
  let backOff = 0
  let tryAt = 0
  return {
    /** One could not be had in a claim or try that began at `now`: it goes to the end of the line. */
    note: (tenantId: string, now: number): void => {
      queue.delete(tenantId)
      queue.add(tenantId)
      backOff = Math.min(Math.max(2 * backOff, minBackOff), maxBackOff)
      tryAt = now + backOff
    },
    /** One can be had again; the next may be tried at once, since it may have been the same transaction's. */
    forget: (tenantId: string): void => {
      queue.delete(tenantId)
      backOff = 0
      tryAt = 0
    },
    /** Which one to try at `now`, if it is time. */
    next: (now: number): string | undefined => now < tryAt ? undefined : queue.values().next().value,
    /** All that are left out. */
    tenants: (): ReadonlyArray<string> => [...queue]
  }
}
