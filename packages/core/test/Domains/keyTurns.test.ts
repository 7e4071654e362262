import { describe, expect, it } from "@effect/vitest"
import { DkimKeysBusy } from "@telemark/contract"
import { Deferred, Effect, Fiber } from "effect"
import { makeKeyTurns } from "../../src/sending/domains/newKeys.js"

const settle = Effect.repeat(Effect.yieldNow, { times: 50 })

describe("the making of domains' keys", () => {
  it.effect("proceeds for two domains at a time, one of each tenant", () =>
    Effect.gen(function* () {
      const inTurn = makeKeyTurns()
      const end = yield* Deferred.make<void>()
      const begun: Array<string> = []
      const make = (tenant: string) =>
        inTurn(tenant)(
          Effect.suspend(() => {
            begun.push(tenant)
            return Deferred.await(end)
          })
        )
      const all = yield* Effect.forkChild(
        Effect.all([make("a"), make("a"), make("a"), make("b"), make("c")], {
          concurrency: "unbounded"
        })
      )
      yield* settle
      expect(begun).toEqual(["a", "b"])
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(all)
      expect(begun).toEqual(["a", "b", "c", "a", "a"])
    })
  )

  it.effect("lets a tenant have twenty waiting, and refuses the next while others are served", () =>
    Effect.gen(function* () {
      const inTurn = makeKeyTurns()
      const flood = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 21 }, () => inTurn("flood")(Effect.never)),
          { concurrency: "unbounded" }
        )
      )
      yield* settle
      expect(yield* Effect.flip(inTurn("flood")(Effect.never))).toBeInstanceOf(DkimKeysBusy)
      expect(yield* inTurn("other")(Effect.succeed("made"))).toBe("made")
      yield* Fiber.interrupt(flood)
    })
  )
})
