import { CompilerBusy, makeLimiter } from "@telemark/core"
import type { Effect } from "effect"

/** A turn that is to be had. */
export interface Claim {
  readonly tenantId: string
  /** A send waits for it. */
  readonly isUrgent: boolean
}

/** Runs an effect when its turn has come; fails at once if too many wait already, and if it doesn't come within 10 s. */
export type TakeTurn = (claim: Claim) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | CompilerBusy, R>

// A job takes 10 to 20 ms: what waits behind more than these has a poor chance of an answer in time.
const maxWaiting = 500
const maxWaitingPerTenant = 100

/** Clients give up soon after, and what waits for nobody keeps others waiting. */
const patience = "10 seconds"

/**
 * Lets so many effects run at once. What sends wait for goes first, though sends that need a lot of preparing keep nobody from saving; in either kind
 * tenants take turns. A tenant never has more than all but one of the compilers, used or not: its endless job would hold up whoever comes
 * after it. A tenant that has none waiting may always wait: others may have filled the queue.
 */
export const makeTurns = (size: number): TakeTurn => {
  const limiter = makeLimiter({
    permits: size,
    permitsPerKey: Math.max(1, size - 1),
    refuse: { maxWaiting, maxWaitingPerKey: maxWaitingPerTenant, admitsEachKey: true, patience, error: () => new CompilerBusy() }
  })
  return ({ isUrgent, tenantId }) => limiter.run({ key: tenantId, isUrgent })
}
