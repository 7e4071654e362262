import { RateLimited, type RateLimitStatus } from "@telemark/contract"
import { Clock, Effect } from "effect"
import type { Caller } from "./ApiKey.js"
import { type Bucket, takeToken } from "./rateLimit.js"

const usualLimit = 600

/** A tenant may write as much as so many of its keys. */
const keysPerTenant = 2

/** Buckets that are kept: the one that was used longest ago is forgotten, and full again if it is used once more. */
const maxBuckets = 10_000

/** Buckets of a kind, each of so many tokens. */
const makeBuckets = (limit: number) => {
  const buckets = new Map<string, Bucket>()
  return {
    look: (name: string, now: number) => takeToken(buckets.get(name), limit, now),
    set: (name: string, bucket: Bucket): void => {
      buckets.delete(name)
      const [oldest] = buckets.keys()
      if (buckets.size >= maxBuckets && oldest !== undefined) buckets.delete(oldest)
      buckets.set(name, bucket)
    }
  }
}

/**
 * Counts writes: by key, and by tenant, whose keys are many. In the memory of one process, since what they protect is that process, and
 * since a shared count would cost each write another one.
 */
export const makeCountWrite = (limit = usualLimit) => {
  const ofKeys = makeBuckets(limit)
  const ofTenants = makeBuckets(limit * keysPerTenant)
  return ({ key_id, tenant }: Caller): Effect.Effect<RateLimitStatus, RateLimited> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const key = ofKeys.look(key_id, now)
      const whole = ofTenants.look(tenant.id, now)
      const refused = [key, whole].find(({ status }) => !status.allowed)
      // Who is refused has used up nothing, of either.
      if (refused !== undefined) return new RateLimited({ status: refused.status, counted: "writes" })
      ofKeys.set(key_id, key.bucket)
      ofTenants.set(tenant.id, whole.bucket)
      return Effect.succeed(whole.status.remaining < key.status.remaining ? whole.status : key.status)
    })
}
