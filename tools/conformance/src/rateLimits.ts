import { makeConsumeTokens } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

type ConsumeTokens = Effect.Success<typeof makeConsumeTokens>

/** Takes tokens from the buckets of keys that all processes share. */
export const rateLimits = suite("makeConsumeTokens", (test) => {
  const consuming = <A, E>(use: (consume: ConsumeTokens) => Effect.Effect<A, E>) =>
    Effect.scoped(Effect.flatMap(makeConsumeTokens, use))

  test("allows exactly the limit under concurrency", () =>
    consuming((consume) =>
      Effect.gen(function* () {
        const statuses = yield* together(times(100, () => consume("key_1", 30, noon)))
        assert.equal(statuses.filter(({ allowed }) => allowed).length, 30)
        assert.deepEqual(
          statuses
            .filter(({ allowed }) => allowed)
            .map(({ remaining }) => remaining)
            .sort((a, b) => b - a),
          times(30, (index) => 29 - index)
        )
        assert.equal((yield* consume("key_1", 30, noon)).retryAfterSeconds, 2)
      })
    ))

  test("refills evenly over a minute", () =>
    consuming((consume) =>
      Effect.gen(function* () {
        yield* together(times(60, () => consume("key_1", 60, noon)))
        assert.equal((yield* consume("key_1", 60, noon + 999)).allowed, false)
        assert.equal((yield* consume("key_1", 60, noon + 1000)).allowed, true)
        assert.equal((yield* consume("key_1", 60, noon + 1000)).allowed, false)
        assert.equal((yield* consume("key_1", 60, noon + 61_000)).remaining, 59)
      })
    ))

  test("takes several permits at once or none of them", () =>
    consuming((consume) =>
      Effect.gen(function* () {
        const some = yield* consume("key_1", 60, noon, 50)
        assert.deepEqual([some.allowed, some.remaining], [true, 10])
        const tooMany = yield* consume("key_1", 60, noon, 11)
        assert.deepEqual(
          [tooMany.allowed, tooMany.remaining, tooMany.retryAfterSeconds],
          [false, 10, 1]
        )
        assert.deepEqual((yield* consume("key_1", 60, noon, 10)).remaining, 0)
        const statuses = yield* together(times(20, () => consume("key_2", 60, noon, 7)))
        assert.equal(statuses.filter(({ allowed }) => allowed).length, 8)
        assert.equal((yield* consume("key_2", 60, noon, 4)).remaining, 0)
      })
    ))

  test("isolates keys", () =>
    consuming((consume) =>
      Effect.gen(function* () {
        const statuses = yield* together(
          times(10, (index) => consume(`key_${String(index % 2)}`, 3, noon))
        )
        assert.equal(
          statuses.filter((status, index) => index % 2 === 0 && status.allowed).length,
          3
        )
        assert.equal(
          statuses.filter((status, index) => index % 2 === 1 && status.allowed).length,
          3
        )
      })
    ))
})
