import type { RateLimitStatus } from "@telemark/contract"

/** A token bucket that refills evenly: its tokens at `refilled_at` (epoch milliseconds). */
export interface Bucket {
  readonly tokens: number
  readonly refilled_at: number
}

const windowMillis = 60_000

/** The tokens of a bucket at an instant. */
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
