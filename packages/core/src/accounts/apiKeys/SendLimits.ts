// Hot path (docs/hot-paths.md): counts a busy key in the process, a tenth of a send.
import { RateLimited, type RateLimitStatus, type StorageError } from "@telemark/contract"
import { Effect } from "effect"
import * as Direct from "../../kernel/direct.js"
import { makeMemory } from "../../kernel/memory.js"
import type { Caller } from "./ApiKey.js"
import { type Bucket, takeToken, tokensAt } from "./rateLimit.js"
import type { ConsumeTokens } from "./rateLimitTable.js"
import { limited } from "./limited.js"

/**
 * A block is at most this share of a key's limit, so keys with a limit below 200 never get one:
 * each of their sends is counted in storage.
 */
const share = 0.01

/** Blocks are only taken by keys that sent within this time, in milliseconds. */
const recent = 1000

/** Keys in memory. Beyond it, the one that sent longest ago loses the rest of its block. */
const maxKeys = 10_000

interface Permits {
  readonly limit: number
  /** As storage had it after this process last took tokens, without the block. */
  readonly stored: Bucket
  /** Of the block. */
  left: number
  /** Of the last block. */
  readonly size: number
}

/**
 * The block to take beside `count` tokens: twice as large each time, while the key sends on and its
 * bucket is at least half full.
 */
const nextBlock = (permits: Permits | undefined, limit: number, now: number): number => {
  if (
    permits === undefined ||
    permits.limit !== limit ||
    now - permits.stored.refilled_at >= recent ||
    tokensAt(permits.stored, limit, now) < limit / 2
  )
    return 0
  return Math.max(0, Math.min(Math.floor(limit * share) - 1, Math.max(1, permits.size * 2)))
}

/**
 * The tokens of a block that may still be used. The bucket refills while a process holds a block of
 * it, and both together must not be more than the limit: what the bucket would have no room for is
 * lost. So, however many processes hold blocks, a key never sends more than its limit allows. One
 * less, since storage reports whole tokens only.
 */
const usable = (permits: Permits | undefined, limit: number, now: number): number =>
  permits?.limit === limit
    ? Math.max(
        0,
        Math.min(permits.left, Math.floor(limit - tokensAt(permits.stored, limit, now)) - 1)
      )
    : 0

/** `tokens`: in storage and here. */
const statusOf = (tokens: number, limit: number, now: number, count: number): RateLimitStatus =>
  takeToken({ tokens, refilled_at: now }, limit, now, count).status

/**
 * Counts sends by key in storage, which all processes share. A key that sends a lot takes tokens in
 * blocks, which its process then counts by itself: without them, each send shared a transaction of
 * four statements, a tenth of its cost.
 */
export const makeCountSend = (consumeTokens: ConsumeTokens) => {
  const keys = makeMemory<Permits>(maxKeys)
  const taking = new Set<string>()

  /**
   * Takes what `own` tokens of a block lack of `count` from storage, and the next block beside it
   * if there is enough for both.
   */
  const take = (
    { key_id, rate_limit }: Caller,
    now: number,
    count: number,
    own: number,
    block: number
  ): Effect.Effect<RateLimitStatus, StorageError> => {
    const consume = (beside: number): Effect.Effect<RateLimitStatus, StorageError> =>
      Effect.flatMap(consumeTokens(key_id, rate_limit, now, count - own + beside), (status) => {
        if (!status.allowed && beside > 0) return consume(0)
        const before = keys.get(key_id)
        // Other requests of the key may have taken a block meanwhile.
        const left =
          (before?.limit === rate_limit ? before.left : 0) + (status.allowed ? beside : own)
        keys.set(key_id, {
          limit: rate_limit,
          stored: { tokens: status.remaining, refilled_at: now },
          left,
          size: beside > 0 ? beside : (before?.size ?? 0)
        })
        if (left === 0) return Effect.succeed(status)
        return Effect.succeed(
          status.allowed
            ? statusOf(status.remaining + left + count, rate_limit, now, count)
            : { ...status, remaining: status.remaining + left }
        )
      })
    return consume(block)
  }

  const takeStored = (
    caller: Caller,
    now: number,
    count: number,
    own: number
  ): Effect.Effect<RateLimitStatus, StorageError> => {
    const { key_id, rate_limit } = caller
    const permits = keys.get(key_id)
    if (permits !== undefined) permits.left = 0
    const block = nextBlock(permits, rate_limit, now)
    // Of requests that arrive together, one takes a block.
    if (block === 0 || taking.has(key_id)) return take(caller, now, count, own, 0)
    taking.add(key_id)
    return Effect.ensuring(
      take(caller, now, count, own, block),
      Effect.sync(() => {
        taking.delete(key_id)
      })
    )
  }

  return (caller: Caller, count = 1): Effect.Effect<RateLimitStatus, RateLimited | StorageError> =>
    Direct.withNow((now): Effect.Effect<RateLimitStatus, RateLimited | StorageError> => {
      const { key_id, rate_limit } = caller
      const permits = keys.get(key_id)
      const own = usable(permits, rate_limit, now)
      if (permits === undefined || own < count) {
        return Effect.flatMap(takeStored(caller, now, count, own), (status) =>
          status.allowed ? Effect.succeed(status) : limited(new RateLimited({ status }))
        )
      }
      permits.left = own - count
      return Effect.succeed(
        statusOf(tokensAt(permits.stored, rate_limit, now) + own, rate_limit, now, count)
      )
    })
}
