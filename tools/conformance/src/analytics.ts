import { analyticsQueries } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { figures } from "./analyticsFigures.js"
import { counting } from "./counting.js"
import { accept, claim, noon, queued, record, settlement, times } from "./fixtures.js"
import { type Conformance, suite } from "./suite.js"

const reading = suite("Analytics", (test) => {
  test("counts a tenant's messages of the window by their current status", () =>
    Effect.gen(function* () {
      const store = yield* analyticsQueries
      yield* queued({ created_at: noon - 1 })
      yield* queued({ tenant_id: "tn_b" })
      yield* queued({ to: times(5, (index) => `u${String(index)}@example.com`) })
      const claimed = yield* claim("w", 10, noon)
      const messages = claimed.filter(
        (message) => message.tenant_id === "tn_a" && message.created_at === noon
      )
      yield* record(
        "w",
        messages
          .slice(0, 3)
          .map((message, index) =>
            settlement(message, noon, { status: index < 2 ? "sent" : "bounced" })
          )
      )
      const counts = yield* store.countByStatus("tn_a", noon)
      assert.deepEqual([...counts].filter(([, count]) => count > 0).sort(), [
        ["bounced", 1],
        ["sending", 2],
        ["sent", 2]
      ])
      assert.deepEqual(
        [...(yield* store.countByStatus("tn_c", 0))].filter(([, count]) => count > 0),
        []
      )
    }))

  test("returns the number of messages queued in each of the last months with traffic, newest first", () =>
    Effect.gen(function* () {
      const store = yield* analyticsQueries
      yield* accept({ created_at: Date.UTC(2026, 0, 31), to: ["a@example.com", "b@example.com"] })
      yield* accept({ created_at: Date.UTC(2026, 0, 1), monthly_limit: 100 })
      yield* accept({ created_at: Date.UTC(2025, 11, 31) })
      yield* accept({ created_at: Date.UTC(2026, 3, 1), monthly_limit: 0 })
      yield* accept({ created_at: Date.UTC(2026, 2, 1) })
      assert.deepEqual(yield* store.monthlyUsage("tn_a", 12), [
        { month: "2026-03", sent: 1 },
        { month: "2026-01", sent: 3 },
        { month: "2025-12", sent: 1 }
      ])
      assert.deepEqual(yield* store.monthlyUsage("tn_a", 1), [{ month: "2026-03", sent: 1 }])
      assert.deepEqual(yield* store.monthlyUsage("tn_b", 12), [])
    }))
})

export const analytics: Conformance = (...storage) => {
  for (const part of [reading, figures, counting]) part(...storage)
}
