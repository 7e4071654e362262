import { Effect } from "effect"
import assert from "node:assert/strict"
import { accept, claim, noon, suppress, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

export const quota = suite("Monthly quota", (test) => {
  const tags = (outcomes: ReadonlyArray<{ readonly _tag: string }>) =>
    outcomes.map(({ _tag }) => _tag)

  test("accepts exactly as many as the limit, however many arrive concurrently", () =>
    Effect.gen(function* () {
      const outcomes = yield* together(times(40, () => accept({ monthly_limit: 25 })))
      assert.equal(outcomes.filter(({ _tag }) => _tag === "Accepted").length, 25)
      assert.equal(outcomes.filter(({ _tag }) => _tag === "QuotaExceeded").length, 15)
      assert.equal((yield* claim("w", 100, noon)).length, 25)
    }))

  test("refuses a whole send that doesn't fit, and accepts a smaller one after it", () =>
    Effect.gen(function* () {
      const to = ["a@example.com", "b@example.com", "c@example.com"]
      assert.equal((yield* accept({ to, monthly_limit: 5 }))._tag, "Accepted")
      assert.equal((yield* accept({ to, monthly_limit: 5 }))._tag, "QuotaExceeded")
      assert.equal((yield* accept({ to: to.slice(1), monthly_limit: 5 }))._tag, "Accepted")
      assert.equal((yield* accept({ monthly_limit: 5 }))._tag, "QuotaExceeded")
    }))

  test("counts neither suppressed recipients nor replays", () =>
    Effect.gen(function* () {
      yield* suppress("ada@example.com")
      const first = yield* accept({
        to: ["ada@example.com", "b@example.com"],
        key: "k",
        monthly_limit: 2
      })
      assert.equal(first._tag, "Accepted")
      assert.equal((yield* accept({ key: "k", monthly_limit: 2 }))._tag, "Replayed")
      assert.equal((yield* accept({ to: ["c@example.com"], monthly_limit: 2 }))._tag, "Accepted")
      assert.equal(
        (yield* accept({ to: ["c@example.com"], monthly_limit: 2 }))._tag,
        "QuotaExceeded"
      )
    }))

  test("doesn't use up the key of a send that it refuses", () =>
    Effect.gen(function* () {
      assert.equal((yield* accept({ key: "k", monthly_limit: 0 }))._tag, "QuotaExceeded")
      assert.equal((yield* accept({ key: "k", monthly_limit: 1 }))._tag, "Accepted")
    }))

  test("counts what was sent while there was no limit, and restarts with the month (UTC)", () =>
    Effect.gen(function* () {
      const endOfMonth = Date.UTC(2026, 6, 1) - 1
      yield* accept({ created_at: endOfMonth })
      assert.deepEqual(
        tags([
          yield* accept({ created_at: endOfMonth, monthly_limit: 1 }),
          yield* accept({ created_at: endOfMonth + 1, monthly_limit: 1 })
        ]),
        ["QuotaExceeded", "Accepted"]
      )
    }))

  test("is separate for each tenant", () =>
    Effect.gen(function* () {
      yield* accept({ monthly_limit: 1 })
      assert.equal((yield* accept({ tenant_id: "tn_b", monthly_limit: 1 }))._tag, "Accepted")
    }))
})
