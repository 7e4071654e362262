import { describe, expect, it } from "@effect/vitest"
import type { DerivedKeys } from "@telemark/core"
import { TestClock } from "@telemark-tools/clock"
import { Effect } from "effect"
import { makeAttempts } from "../src/signIn/attempts.js"

const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const attemptsWith = (...keys: DerivedKeys) => makeAttempts(Effect.succeed(keys))

describe("an attempt to sign in at a provider", () => {
  it.effect("ends after an hour, and lives through a new key", () =>
    Effect.gen(function* () {
      const { begin, hasBegun } = attemptsWith(one)
      const secret = yield* begin
      expect(yield* hasBegun(secret)).toBe(true)
      expect(yield* attemptsWith(other, one).hasBegun(secret)).toBe(true)
      expect(yield* attemptsWith(other).hasBegun(secret)).toBe(false)
      yield* TestClock.setTime(3_599_999)
      expect(yield* hasBegun(secret)).toBe(true)
      yield* TestClock.setTime(3_600_000)
      expect(yield* hasBegun(secret)).toBe(false)
    })
  )

  it.effect("is nothing that somebody has made up", () =>
    Effect.gen(function* () {
      const { begin, hasBegun } = attemptsWith(one)
      const [expires = "", random = "", mac = ""] = (yield* begin).split(".")
      for (const secret of [
        "",
        "A".repeat(43),
        `${expires}.${random}`,
        `${expires}0.${random}.${mac}`,
        `${expires}.${"A".repeat(43)}.${mac}`,
        `${expires}.${random}.${"A".repeat(43)}`,
        `${expires}.${random}.${mac}.`
      ])
        expect(yield* hasBegun(secret), secret).toBe(false)
    })
  )
})
