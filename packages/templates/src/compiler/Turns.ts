import { CompilerBusy } from "@telemark/contract"
import { makeLimiter } from "@telemark/core"
import type { Effect } from "effect"

export interface Claim {
  readonly tenantId: string
  /** Whether a send waits for it. */
  readonly isUrgent: boolean
}

/**
 * Runs an effect when it is its turn. Fails at once if the queue is full, and after 10 s of
 * waiting.
 */
type TakeTurn = (
  claim: Claim
) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | CompilerBusy, R>

// A job takes 10 to 20 ms: jobs behind more than these would rarely finish in time.
const maxWaiting = 500
const maxWaitingPerTenant = 100

/** Clients give up soon after, and their jobs would delay others. */
const maxWait = "10 seconds"

/**
 * Limits concurrent jobs to `size`. Jobs that sends wait for come first, without starving saves;
 * within either kind, tenants take turns. A tenant uses at most `size - 1` compilers (but one at
 * least), even if others are idle: its endless jobs would block the next tenant. A tenant without
 * waiting jobs may always queue one, even if others have filled the queue.
 */
export const makeTurns = (size: number): TakeTurn => {
  const limiter = makeLimiter({
    permits: size,
    permitsPerKey: Math.max(1, size - 1),
    refuse: {
      maxWaiting,
      maxWaitingPerKey: maxWaitingPerTenant,
      admitsEachKey: true,
      maxWait,
      error: () => new CompilerBusy()
    }
  })
  return ({ isUrgent, tenantId }) => limiter.run({ key: tenantId, isUrgent })
}
