import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import type { DiagnosisFinding } from "@telemark/contract"
import { Diagnosis } from "@telemark/core"
import { Deferred, Effect, Fiber } from "effect"

const finding: DiagnosisFinding = {
  level: "warning",
  check: "dns",
  message: "Slow. Look at it.",
  command: null,
  tenants: []
}

/** Checks that count how often they ran. */
const counting = () => {
  const state = { runs: 0 }
  return {
    state,
    examination: Effect.sync(() => {
      state.runs++
      return [finding]
    })
  }
}

describe("the diagnosis", () => {
  it.effect("says that there are no checks until somebody attaches some", () =>
    Effect.gen(function* () {
      const { attach, get } = yield* Diagnosis
      expect(yield* get).toEqual({ available: false, checked_at: null, findings: [] })
      yield* attach(counting().examination)
      expect(yield* get).toEqual({
        available: true,
        checked_at: "1970-01-01T00:00:00.000Z",
        findings: [finding]
      })
    }).pipe(Effect.provide(Diagnosis.layer))
  )

  it.effect("runs the checks once a minute at most, and once for all that ask meanwhile", () =>
    Effect.gen(function* () {
      const { attach, get } = yield* Diagnosis
      const { examination, state } = counting()
      yield* attach(examination)
      yield* Effect.all([get, get, get], { concurrency: "unbounded" })
      yield* TestClock.adjust("59 seconds")
      expect((yield* get).checked_at).toBe("1970-01-01T00:00:00.000Z")
      expect(state.runs).toBe(1)
      yield* TestClock.adjust("2 seconds")
      expect((yield* get).checked_at).toBe("1970-01-01T00:01:01.000Z")
      expect(state.runs).toBe(2)
    }).pipe(Effect.provide(Diagnosis.layer))
  )

  it.effect("ends after half a minute, and says so", () =>
    Effect.gen(function* () {
      const { attach, get } = yield* Diagnosis
      yield* attach(Effect.never)
      const asking = yield* Effect.forkChild(get)
      yield* TestClock.adjust("30 seconds")
      expect(yield* Fiber.join(asking)).toMatchObject({
        available: true,
        findings: [{ level: "problem", check: "checks" }]
      })
    }).pipe(Effect.provide(Diagnosis.layer))
  )

  it.effect("goes on for others when the first that asked goes away", () =>
    Effect.gen(function* () {
      const { attach, get } = yield* Diagnosis
      const ready = yield* Deferred.make<ReadonlyArray<DiagnosisFinding>>()
      yield* attach(Deferred.await(ready))
      const first = yield* Effect.forkChild(get)
      yield* Effect.yieldNow
      const second = yield* Effect.forkChild(get)
      yield* Effect.yieldNow
      yield* Effect.forkDetach(Fiber.interrupt(first))
      yield* Deferred.succeed(ready, [finding])
      expect(yield* Fiber.join(second)).toMatchObject({ findings: [finding] })
    }).pipe(Effect.provide(Diagnosis.layer))
  )
})
