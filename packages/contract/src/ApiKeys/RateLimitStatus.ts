/** What a request is told of its limit; seconds are whole and round up. */
export interface RateLimitStatus {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Until the bucket is full again. */
  readonly resetSeconds: number
  /** Until what was refused is allowed, or at least the bucket is full; once allowed, until one more is: 0 if that is now. */
  readonly retryAfterSeconds: number
}

/** What an operation that is counted says of its limit, whatever it answers. */
export const rateLimitHeaders = {
  "ratelimit-limit": { description: "How many of these requests the key may make in a minute.", value: ({ limit }: RateLimitStatus) => String(limit) },
  "ratelimit-remaining": { description: "How many are left now.", value: ({ remaining }: RateLimitStatus) => String(remaining) },
  "ratelimit-reset": { description: "Whole seconds until all are there again.", value: ({ resetSeconds }: RateLimitStatus) => String(resetSeconds) }
} as const
