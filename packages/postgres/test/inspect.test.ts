import { describe, expect, it } from "@effect/vitest"
import { inspect } from "@telemark/postgres"
import { Effect } from "effect"
import { empty, fresh } from "./fresh.js"

describe("inspecting a database", () => {
  it.scopedLive("reports what an operator wants to know, and makes no tables", () =>
    Effect.gen(function* () {
      const url = yield* empty
      const found = yield* inspect({ url })
      expect(found).toMatchObject({
        hasTables: false,
        mayCreateTables: true,
        version: expect.stringMatching(/^\d+/)
      })
      expect(found.usedConnections).toBeGreaterThan(0)
      expect(found.maxConnections).toBeGreaterThan(found.usedConnections)
      expect(Math.abs(found.clockDifference)).toBeLessThan(1000)
      expect((yield* inspect({ url })).hasTables).toBe(false)
      expect((yield* inspect({ url: yield* fresh })).hasTables).toBe(true)
    })
  )
})
