import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeOneAtATime } from "../../src/Domains/oneAtATime.js"

describe("a tenant's keys", () => {
  it.effect("are made one at a time, however many it asks for, and others' beside them", () =>
    Effect.gen(function*() {
      const oneAtATime = makeOneAtATime()
      const end = yield* Deferred.make<void>()
      const begun: Array<string> = []
      const make = (tenant: string) => oneAtATime(tenant, Effect.suspend(() => {
        begun.push(tenant)
        return Deferred.await(end)
      }))
      const all = yield* Effect.fork(Effect.all([make("a"), make("a"), make("a"), make("b")], { concurrency: "unbounded" }))
      yield* Effect.repeatN(Effect.yieldNow(), 20)
      expect(begun).toEqual(["a", "b"])
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(all)
      expect(begun).toHaveLength(4)
    }))
})
