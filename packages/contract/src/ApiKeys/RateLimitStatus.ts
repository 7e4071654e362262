/** The state of a key's rate limit after a request. Seconds are whole and rounded up. */
export interface RateLimitStatus {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the bucket is full. */
  readonly resetSeconds: number
  /**
   * If refused: seconds until the request is allowed, or until the bucket is full if it needs more.
   * If allowed: seconds until one more is, 0 for now.
   */
  readonly retryAfterSeconds: number
}

/** Response headers of operations that are rate limited, on success and failure alike. */
export const rateLimitHeaders = {
  "ratelimit-limit": {
    description: "The number of these requests that the key may make in a minute.",
    value: ({ limit }: RateLimitStatus) => String(limit)
  },
  "ratelimit-remaining": {
    description: "The number that is left now.",
    value: ({ remaining }: RateLimitStatus) => String(remaining)
  },
  "ratelimit-reset": {
    description: "Whole seconds until all of them are available again.",
    value: ({ resetSeconds }: RateLimitStatus) => String(resetSeconds)
  }
} as const
