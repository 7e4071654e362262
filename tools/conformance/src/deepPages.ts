import type { EmailStatus } from "@telemark/contract"
import { Effect } from "effect"
import assert from "node:assert/strict"
import {
  claim,
  deferral,
  hour,
  ids,
  listed,
  noon,
  queued,
  record,
  seeded,
  settlement,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"

export const deepPages = suite("A list of emails at a large offset", (test) => {
  const list = (offset: number, limit: number, status?: EmailStatus, tenantId = "tn_a") =>
    Effect.map(listed({ status }, { limit, offset }, tenantId), ids)

  /**
   * Creates many messages over four days, many at one instant, at and between the edges of hours
   * and days, some of them sent or deferred.
   */
  const fill = (seed: number) =>
    Effect.gen(function* () {
      const random = seeded(seed)
      const to = times(50, (index) => `u${String(index)}@example.com`)
      const instants = times(
        15,
        (index) => noon - index * 6 * hour + ([0, -1, 1, random(hour)][random(4)] ?? 0)
      )
      yield* together(
        times(70, () => queued({ to, created_at: instants[random(instants.length)] ?? noon }))
      )
      yield* together(times(5, () => queued({ to, tenant_id: "tn_b", created_at: noon - hour })))
      for (const message of [
        yield* claim("w", 1500, noon + hour),
        yield* claim("w", 1300, noon + hour)
      ]) {
        yield* record(
          "w",
          message.map((one) =>
            random(5) === 0
              ? deferral(one, noon + hour, noon + 2 * hour)
              : settlement(one, noon + hour)
          )
        )
      }
      return random
    })

  test("returns what walking the list page by page returns there", () =>
    Effect.gen(function* () {
      const random = yield* fill(1)
      for (const status of [undefined, "sent", "deferred", "queued"] as const) {
        const all = yield* list(0, 10_000, status)
        const edges = [all.length - 1, all.length, all.length + 1]
        for (const offset of [
          1001,
          1050,
          ...times(12, () => 1001 + random(2500)),
          ...edges.filter((edge) => edge > 1000)
        ]) {
          const limit = 1 + random(100)
          assert.deepEqual(yield* list(offset, limit, status), all.slice(offset, offset + limit))
        }
      }
      assert.deepEqual(yield* list(1_000_000, 10), [])
      assert.deepEqual(yield* list(1001, 10, undefined, "tn_b"), [])
      assert.deepEqual(yield* list(1001, 10, undefined, "tn_c"), [])
    }))
})
