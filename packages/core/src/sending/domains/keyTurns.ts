import { DkimKeysBusy } from "@telemark/contract"
import type { Effect } from "effect"
import { makeLimiter } from "../../kernel/Limiter.js"

/**
 * Domains whose keys are generated concurrently. An RSA pair takes 70 to 410 ms of a core, median
 * 180 ms (60 pairs, Node 20), on one of the four threads that also serve file and DNS look-ups.
 */
const maxRunning = 2

const maxWaiting = 200
const maxWaitingPerTenant = 20

export type KeyTurns = (
  tenantId: string
) => <A, E, R>(make: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DkimKeysBusy, R>

/**
 * Runs key generation, including storing the keys, for two domains at a time: one per tenant,
 * tenants taking turns.
 */
export const makeKeyTurns = (): KeyTurns => {
  const limiter = makeLimiter({
    permits: maxRunning,
    permitsPerKey: 1,
    refuse: { maxWaiting, maxWaitingPerKey: maxWaitingPerTenant, error: () => new DkimKeysBusy() }
  })
  return (tenantId) => limiter.run({ key: tenantId })
}
