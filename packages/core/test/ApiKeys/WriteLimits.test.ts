import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import type { Caller } from "@telemark/core"
import { Effect, Result } from "effect"
import { makeCountWrite } from "../../src/accounts/apiKeys/WriteLimits.js"

const caller = (key_id: string, tenant: string): Caller => ({
  tenant: {
    id: tenant,
    name: tenant,
    default_from: null,
    monthly_limit: null,
    track_opens: false,
    track_clicks: false,
    missing: "warn",
    created_at: 0
  },
  key_id,
  key_name: "Shop",
  scopes: new Set(),
  rate_limit: 1
})

describe("the limit of writes", () => {
  it.effect(
    "applies per key, and twice as much per tenant, whatever its keys' limits of sends are",
    () =>
      Effect.gen(function* () {
        const count = makeCountWrite(3)
        const times = (key: string, tenant: string, n: number) =>
          Effect.forEach(Array.from({ length: n }), () =>
            Effect.map(Effect.result(count(caller(key, tenant))), Result.isSuccess)
          )
        expect(yield* times("a1", "a", 4)).toEqual([true, true, true, false])
        expect(yield* times("a2", "a", 2)).toEqual([true, true])
        expect(yield* times("a3", "a", 2)).toEqual([true, false])
        expect(yield* times("b1", "b", 1)).toEqual([true])
      })
  )

  it.effect("reports what is left of the limit that is nearer, and when there is more", () =>
    Effect.gen(function* () {
      const count = makeCountWrite(2)
      expect(yield* count(caller("a1", "a"))).toMatchObject({ limit: 2, remaining: 1 })
      yield* count(caller("a2", "a"))
      yield* count(caller("a2", "a"))
      expect(yield* count(caller("a3", "a"))).toMatchObject({ limit: 4, remaining: 0 })
      const refused = yield* Effect.flip(count(caller("a3", "a")))
      expect(refused).toMatchObject({
        _tag: "RateLimited",
        counted: "writes",
        status: { allowed: false, limit: 4, retryAfterSeconds: 15 }
      })
      expect(refused.message).toBe("Rate limit of 4 writes a minute exceeded; try again in 15 s.")
      yield* TestClock.adjust("15 seconds")
      // Who was refused has used up nothing of its key's.
      expect(yield* count(caller("a3", "a"))).toMatchObject({ allowed: true })
    })
  )
})
