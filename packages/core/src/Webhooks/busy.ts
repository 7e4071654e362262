import { WebhookTestsBusy } from "@telemark/contract"
import type { Effect } from "effect"
import { makeLimiter } from "../Limiter/index.js"

/** Tests are outside of what keeps endpoints apart: so many may stall at once, in all and of one tenant. */
const maxRunning = 10
const maxRunningPerTenant = 5

/** Tests that wait for their turn, in all and of one tenant, and for how long. */
const maxWaiting = 100
const maxWaitingPerTenant = 10
const patience = "5 seconds"

/** Lets ten tests be made at once, five of one tenant; what waits for longer than 5 s fails. */
export const makeTestTurns = () => {
  const limiter = makeLimiter({
    permits: maxRunning,
    permitsPerKey: maxRunningPerTenant,
    refuse: { maxWaiting, maxWaitingPerKey: maxWaitingPerTenant, patience, error: () => new WebhookTestsBusy() }
  })
  return (tenantId: string): (<A, E, R>(test: Effect.Effect<A, E, R>) => Effect.Effect<A, E | WebhookTestsBusy, R>) => limiter.run({ key: tenantId })
}
