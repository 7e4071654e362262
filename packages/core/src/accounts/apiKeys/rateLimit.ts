import type { RateLimitStatus } from "@telemark/contract"
import { makeMemory } from "../../kernel/memory.js"

/** It refills evenly. `refilled_at` is in epoch milliseconds. */
export interface Bucket {
  readonly tokens: number
  readonly refilled_at: number
}

const windowMillis = 60_000

export const tokensAt = (bucket: Bucket | undefined, limit: number, now: number): number =>
  bucket === undefined
    ? limit
    : Math.min(
        limit,
        bucket.tokens + (Math.max(0, now - bucket.refilled_at) * limit) / windowMillis
      )

/**
 * Takes `count` tokens (1 by default), all or none, from a bucket of `limit` tokens that refills
 * completely in 60 s. An unused key has a full bucket; a clock that runs backwards refills nothing;
 * a lowered limit applies at once.
 */
export const takeToken = (
  bucket: Bucket | undefined,
  limit: number,
  now: number,
  count = 1
): { readonly bucket: Bucket; readonly status: RateLimitStatus } => {
  const available = tokensAt(bucket, limit, now)
  const allowed = available >= count
  const tokens = allowed ? available - count : available
  const wanted = allowed ? 1 : Math.min(count, limit)
  const millisFor = (missing: number): number => (Math.max(0, missing) * windowMillis) / limit
  return {
    bucket: { tokens, refilled_at: Math.max(now, bucket?.refilled_at ?? now) },
    status: {
      allowed,
      limit,
      remaining: Math.floor(tokens),
      resetSeconds: Math.ceil(millisFor(limit - tokens) / 1000),
      retryAfterSeconds: Math.ceil(millisFor(wanted - tokens) / 1000)
    }
  }
}

/** Beyond it, the least recently used bucket is dropped and starts full again. */
const maxBuckets = 10_000

/** By name, in memory. */
export interface Buckets {
  /** The bucket with one token less, which `set` keeps. */
  readonly look: (
    name: string,
    now: number
  ) => { readonly bucket: Bucket; readonly status: RateLimitStatus }
  readonly set: (name: string, bucket: Bucket) => void
}

/** Of `limit` tokens a minute each. */
export const makeBuckets = (limit: number): Buckets => {
  const buckets = makeMemory<Bucket>(maxBuckets)
  return {
    look: (name, now) => takeToken(buckets.get(name), limit, now),
    set: (name, bucket) => {
      buckets.set(name, bucket)
    }
  }
}

export interface TokenRequest {
  readonly keyId: string
  readonly limit: number
  readonly now: number
  readonly count?: number | undefined
}

/** One after the other: the status for each, and the buckets afterwards. */
export const takeTokens = (
  requests: ReadonlyArray<TokenRequest>,
  found: ReadonlyMap<string, Bucket>
): {
  readonly statuses: ReadonlyArray<RateLimitStatus>
  readonly buckets: ReadonlyMap<string, Bucket>
} => {
  const buckets = new Map(found)
  const statuses = requests.map(({ count, keyId, limit, now }) => {
    const { bucket, status } = takeToken(buckets.get(keyId), limit, now, count)
    buckets.set(keyId, bucket)
    return status
  })
  return { statuses, buckets }
}
