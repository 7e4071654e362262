import type { RateLimitStatus } from "@telemark/contract"
import { makeMemory } from "../../kernel/memory.js"
import { type Bucket, takeToken } from "./rateLimit.js"

/** Beyond it, the least recently used bucket is dropped and starts full again. */
const maxBuckets = 10_000

/** Token buckets by name, in memory. */
export interface Buckets {
  /** The bucket with one token less, which `set` keeps. */
  readonly look: (
    name: string,
    now: number
  ) => { readonly bucket: Bucket; readonly status: RateLimitStatus }
  readonly set: (name: string, bucket: Bucket) => void
}

/** Makes buckets of `limit` tokens a minute each. */
export const makeBuckets = (limit: number): Buckets => {
  const buckets = makeMemory<Bucket>(maxBuckets)
  return {
    look: (name, now) => takeToken(buckets.get(name), limit, now),
    set: (name, bucket) => {
      buckets.set(name, bucket)
    }
  }
}
