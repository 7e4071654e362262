import { DkimKeysBusy } from "@telemark/contract"
import type { Effect } from "effect"
import { makeLimiter } from "../Limiter/index.js"

/**
 * Domains that are given keys at once. An RSA pair takes 70 to 410 ms of a core, 180 ms in the middle (60 of them, Node 20), on one of
 * the four threads that files and names are looked up on as well.
 */
const maxRunning = 2

/** Domains that wait for their keys, in all and of one tenant. */
const maxWaiting = 200
const maxWaitingPerTenant = 20

/** Runs what makes keys for a domain of a tenant, and stores them, when its turn has come. */
export type KeyTurns = (tenantId: string) => <A, E, R>(make: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DkimKeysBusy, R>

/** Lets two domains be given keys at a time: one of each tenant, and tenants in turns, however many one of them adds at once. */
export const makeKeyTurns = (): KeyTurns => {
  const limiter = makeLimiter({
    permits: maxRunning,
    permitsPerKey: 1,
    refuse: { maxWaiting, maxWaitingPerKey: maxWaitingPerTenant, error: () => new DkimKeysBusy() }
  })
  return (tenantId) => limiter.run({ key: tenantId })
}
