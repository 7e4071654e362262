import { emailQueries, suppressionQueries } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { accept, claim, hour, noon, resultOf, suppress, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

export const idempotency = suite("Idempotency keys", (test) => {
  test("send once when 25 requests arrive concurrently, and answer all with that send", () =>
    Effect.gen(function* () {
      const outcomes = yield* together(times(25, () => accept({ key: "order-1" })))
      const accepted = outcomes.filter(({ _tag }) => _tag === "Accepted")
      assert.equal(accepted.length, 1)
      const results = outcomes.map((outcome) => ("result" in outcome ? outcome.result.queued : []))
      assert.deepEqual(
        results,
        times(25, () => accepted.flatMap(resultOf)[0]?.queued)
      )
      assert.equal((yield* claim("w", 100, noon)).length, 1)
    }))

  test("answer a repetition with the first result and the digest of the first body", () =>
    Effect.gen(function* () {
      const first = resultOf(yield* accept({ key: "k", digest: "one", warnings: ["left out"] }))
      const again = yield* accept({
        key: "k",
        digest: "two",
        created_at: noon + hour,
        to: ["eve@example.com"]
      })
      assert.deepEqual(again, { _tag: "Replayed", result: first, body_digest: "one" })
    }))

  test("expire after 24 hours, not before", () =>
    Effect.gen(function* () {
      yield* accept({ key: "k" })
      assert.equal((yield* accept({ key: "k", created_at: noon + 24 * hour - 1 }))._tag, "Replayed")
      const second = resultOf(
        yield* accept({ key: "k", created_at: noon + 24 * hour, digest: "new" })
      )
      assert.deepEqual(yield* accept({ key: "k", created_at: noon + 25 * hour }), {
        _tag: "Replayed",
        result: second,
        body_digest: "new"
      })
    }))

  test("answer a look-up like a repetition, and aren't used up by it", () =>
    Effect.gen(function* () {
      const { findReplay } = yield* emailQueries
      assert.equal(yield* findReplay("tn_a", "k", noon), undefined)
      const first = resultOf(yield* accept({ key: "k", digest: "one", warnings: ["left out"] }))
      const replay = { result: first, body_digest: "one" }
      assert.deepEqual(yield* findReplay("tn_a", "k", noon), replay)
      assert.deepEqual(yield* findReplay("tn_a", "k", noon + 24 * hour - 1), replay)
      assert.equal(yield* findReplay("tn_a", "k", noon + 24 * hour), undefined)
      assert.equal(yield* findReplay("tn_b", "k", noon), undefined)
      assert.equal(yield* findReplay("tn_a", "K", noon), undefined)
    }))

  test("are scoped to a tenant", () =>
    Effect.gen(function* () {
      yield* accept({ key: "k" })
      assert.equal((yield* accept({ key: "k", tenant_id: "tn_b" }))._tag, "Accepted")
    }))

  test("are used up by a send whose recipients are all suppressed", () =>
    Effect.gen(function* () {
      yield* suppress("ada@example.com")
      const first = resultOf(yield* accept({ key: "k" }))
      yield* Effect.flatMap(suppressionQueries, (store) =>
        store.remove("tn_a", ["ada@example.com"], null)
      )
      assert.deepEqual(yield* accept({ key: "k" }), {
        _tag: "Replayed",
        result: first,
        body_digest: "digest"
      })
    }))
})
