import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { type Bucket, type Caller, takeToken } from "@telemark/core"
import { Clock, Effect } from "effect"
import * as FastCheck from "fast-check"
import { makeCountSend } from "../../src/accounts/apiKeys/SendLimits.js"

const callerWith = (rate_limit: number): Caller => ({
  tenant: {
    id: "tn_a",
    name: "a",
    default_from: null,
    monthly_limit: null,
    track_opens: false,
    track_clicks: false,
    missing: "warn",
    created_at: 0
  },
  key_id: "key_1",
  key_name: "Shop",
  scopes: new Set(),
  rate_limit
})

/** The storage that some processes share, and how many sends each call of it took tokens for. */
const makeStore = () => {
  let bucket: Bucket | undefined
  const calls: Array<number> = []
  return {
    calls,
    consume: (_: string, limit: number, now: number, count = 1) =>
      Effect.sync(() => {
        const taken = takeToken(bucket, limit, now, count)
        bucket = taken.bucket
        calls.push(count)
        return taken.status
      })
  }
}

const isAllowed = Effect.match({ onFailure: () => false, onSuccess: () => true })

describe("the limit of sends", () => {
  it.effect("counts each send of a key with a small limit in storage", () =>
    Effect.gen(function* () {
      const store = makeStore()
      const count = makeCountSend(store.consume)
      for (let send = 0; send < 50; send++) yield* count(callerWith(199))
      expect(store.calls).toEqual(Array.from({ length: 50 }, () => 1))
    })
  )

  it.effect(
    "takes blocks of growing size for a key that sends a lot, of at most a hundredth of its limit",
    () =>
      Effect.gen(function* () {
        const store = makeStore()
        const count = makeCountSend(store.consume)
        for (let send = 0; send < 500; send++) yield* count(callerWith(10_000))
        expect(store.calls.slice(0, 9)).toEqual([1, 2, 3, 5, 9, 17, 33, 65, 100])
        expect(Math.max(...store.calls)).toBe(100)
      })
  )

  it.effect("reports what the key has left, with the rest of the block", () =>
    Effect.gen(function* () {
      const count = makeCountSend(makeStore().consume)
      const remaining = yield* Effect.forEach(Array.from({ length: 300 }), () =>
        Effect.map(count(callerWith(1000)), (status) => status.remaining)
      )
      expect(remaining).toEqual(Array.from({ length: 300 }, (_, index) => 999 - index))
    })
  )

  it.effect(
    "counts one by one once half of the limit is used up, and refuses the first send above it",
    () =>
      Effect.gen(function* () {
        const store = makeStore()
        const count = makeCountSend(store.consume)
        const allowed = yield* Effect.forEach(Array.from({ length: 1001 }), () =>
          isAllowed(count(callerWith(1000)))
        )
        expect(allowed.filter(Boolean)).toHaveLength(1000)
        expect(allowed.at(-1)).toBe(false)
        expect(store.calls.slice(-400).every((taken) => taken === 1)).toBe(true)
      })
  )

  it.effect(
    "takes for a batch only what its block lacks, and holds the block when that is refused",
    () =>
      Effect.gen(function* () {
        const store = makeStore()
        const count = makeCountSend(store.consume)
        for (let send = 0; send < 4; send++) yield* count(callerWith(1000))
        // 2 of the last block are left, and 994 in storage.
        expect(store.calls).toEqual([1, 2, 3])
        yield* store.consume("key_1", 1000, 0, 900)
        const refused = yield* Effect.flip(count(callerWith(1000), 97))
        expect(refused).toMatchObject({
          _tag: "RateLimited",
          status: { allowed: false, remaining: 96, retryAfterSeconds: 1 }
        })
        expect(yield* count(callerWith(1000), 96)).toMatchObject({ allowed: true, remaining: 0 })
      })
  )

  it.effect("forgets the block when the limit changes", () =>
    Effect.gen(function* () {
      const count = makeCountSend(makeStore().consume)
      for (let send = 0; send < 20; send++) yield* count(callerWith(10_000))
      expect(yield* count(callerWith(5))).toMatchObject({ limit: 5, remaining: 4 })
    })
  )

  it.effect("drops a block that the full bucket has no room for", () =>
    Effect.gen(function* () {
      const store = makeStore()
      const count = makeCountSend(store.consume)
      for (let send = 0; send < 130; send++) yield* count(callerWith(10_000))
      yield* TestClock.adjust("2 seconds")
      const allowed = yield* Effect.forEach(Array.from({ length: 10_100 }), () =>
        isAllowed(count(callerWith(10_000)))
      )
      expect(allowed.filter(Boolean)).toHaveLength(10_000)
    })
  )

  it("never lets several processes send more together than the limit plus what a span refills", async () => {
    const steps = FastCheck.array(
      FastCheck.tuple(
        FastCheck.integer({ min: 0, max: 2 }),
        FastCheck.integer({ min: 0, max: 3 }),
        FastCheck.integer({ min: 1, max: 400 })
      ),
      { maxLength: 60 }
    )
    await FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.integer({ min: 200, max: 2000 }), steps, (limit, made) =>
        Effect.runPromise(
          Effect.gen(function* () {
            const store = makeStore()
            const processes = [
              makeCountSend(store.consume),
              makeCountSend(store.consume),
              makeCountSend(store.consume)
            ]
            let now = 0
            let allowed = 0
            const clockAt = (millis: number) => ({ currentTimeMillisUnsafe: () => millis }) as never
            for (const [which, seconds, sends] of made) {
              now += seconds * 500
              for (let send = 0; send < sends; send++) {
                if (
                  yield* Effect.provideService(
                    isAllowed(processes[which]?.(callerWith(limit)) ?? Effect.void),
                    Clock.Clock,
                    clockAt(now)
                  )
                )
                  allowed++
              }
              expect(allowed).toBeLessThanOrEqual(limit + (now * limit) / 60_000 + 1e-6)
            }
          })
        )
      ),
      { numRuns: 30 }
    )
  })
})
