import { RateLimited, type RateLimitStatus } from "@telemark/contract"
import { Clock, Effect } from "effect"
import type { Caller } from "./ApiKey.js"
import { makeBuckets } from "./rateLimit.js"
import { limited } from "./limited.js"

const defaultLimit = 600

const keysPerTenant = 2

/**
 * Counts writes by key and by tenant (who may have many keys), in the process that this protects: a
 * shared count would double the writes.
 */
export const makeCountWrite = (limit = defaultLimit) => {
  const ofKeys = makeBuckets(limit)
  const ofTenants = makeBuckets(limit * keysPerTenant)
  return ({ key_id, tenant }: Caller): Effect.Effect<RateLimitStatus, RateLimited> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const key = ofKeys.look(key_id, now)
      const whole = ofTenants.look(tenant.id, now)
      const refused = [key, whole].find(({ status }) => !status.allowed)
      if (refused !== undefined)
        return limited(new RateLimited({ status: refused.status, counted: "writes" }))
      ofKeys.set(key_id, key.bucket)
      ofTenants.set(tenant.id, whole.bucket)
      return Effect.succeed(
        whole.status.remaining < key.status.remaining ? whole.status : key.status
      )
    })
}
