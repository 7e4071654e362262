import { describe, expect, it } from "@effect/vitest"
import { inspect } from "@telemark/postgres"
import { Duration, Effect } from "effect"
import { empty, fresh } from "./fresh.js"

describe("inspecting a database", () => {
  it.live("reports what an operator wants to know, and makes no tables", () =>
    Effect.gen(function* () {
      const url = yield* empty
      const [took, found] = yield* Effect.timed(inspect({ url }))
      expect(found).toMatchObject({
        hasTables: false,
        mayCreateTables: true,
        version: expect.stringMatching(/^\d+/)
      })
      expect(found.usedConnections).toBeGreaterThan(0)
      expect(found.maxConnections).toBeGreaterThan(found.usedConnections)
      // The same clock, as exactly as the time that the question took.
      expect(Math.abs(found.clockDifference)).toBeLessThanOrEqual(Duration.toMillis(took) + 5)
      expect((yield* inspect({ url })).hasTables).toBe(false)
      expect((yield* inspect({ url: yield* fresh })).hasTables).toBe(true)
    })
  )
})
