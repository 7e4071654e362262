import { WebhookTestsBusy } from "@telemark/contract"
import type { Effect } from "effect"
import { makeLimiter } from "../../kernel/limiter/Limiter.js"

/** Tests bypass the endpoint limiters: so many may stall at once, in total and per tenant. */
const maxRunning = 10
const maxRunningPerTenant = 5

const maxWaiting = 100
const maxWaitingPerTenant = 10
const maxWait = "5 seconds"

export const makeTestTurns = () => {
  const limiter = makeLimiter({
    permits: maxRunning,
    permitsPerKey: maxRunningPerTenant,
    refuse: {
      maxWaiting,
      maxWaitingPerKey: maxWaitingPerTenant,
      maxWait,
      error: () => new WebhookTestsBusy()
    }
  })
  return (
    tenantId: string
  ): (<A, E, R>(test: Effect.Effect<A, E, R>) => Effect.Effect<A, E | WebhookTestsBusy, R>) =>
    limiter.run({ key: tenantId })
}
