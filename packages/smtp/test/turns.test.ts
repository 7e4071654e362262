import { Array as Arr, Deferred, Effect, Exit, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { makeTurns, type Turns } from "../src/Conversation/turns.js"
import { interruptedBeforeStep } from "./interruption.js"

/** Whether somebody who comes now needn't wait. */
const hasPlace = (inTurn: Turns): boolean => Exit.isSuccess(Effect.runSyncExit(inTurn(Effect.void)))

/** More than it takes to come, wait, do nothing and leave. */
const steps = Arr.range(1, 80)

/** Has one hold the only place, another come, and the first leave. */
const comeAndGo = (inTurn: Turns, comes: Effect.Effect<void>, whenGiven: (waiter: Fiber.Fiber<void>) => Effect.Effect<unknown> = () => Effect.void) =>
  Effect.gen(function*() {
    const isDone = yield* Deferred.make<void>()
    const holder = yield* Effect.fork(inTurn(Deferred.await(isDone)))
    yield* Effect.yieldNow()
    const waiter = yield* Effect.fork(comes)
    yield* Effect.yieldNow()
    yield* Deferred.succeed(isDone, undefined)
    yield* whenGiven(waiter)
    yield* Fiber.join(holder)
    yield* Fiber.await(waiter)
  })

describe("a place", () => {
  it("isn't lost when the one who takes it is interrupted, before whatever step", async () => {
    for (const step of steps) {
      const inTurn = makeTurns(1)
      await Effect.runPromiseExit(interruptedBeforeStep(step)(inTurn(Effect.void)))
      expect([step, hasPlace(inTurn)]).toStrictEqual([step, true])
    }
  })

  it("isn't lost when the one who waits for it is interrupted, before whatever step", async () => {
    for (const step of steps) {
      const inTurn = makeTurns(1)
      await Effect.runPromise(comeAndGo(inTurn, interruptedBeforeStep(step)(inTurn(Effect.void))))
      expect([step, hasPlace(inTurn)]).toStrictEqual([step, true])
    }
  })

  it("isn't lost when it is given to one who is interrupted at the same time", async () => {
    const inTurn = makeTurns(1)
    await Effect.runPromise(comeAndGo(inTurn, inTurn(Effect.void), Fiber.interruptFork))
    expect(hasPlace(inTurn)).toBe(true)
  })

  it("isn't taken by one who was to stop before", async () => {
    const inTurn = makeTurns(1)
    let isBegun = false
    const use = Effect.sync(() => {
      isBegun = true
    })
    await Effect.runPromiseExit(Effect.uninterruptible(interruptedBeforeStep(1)(inTurn(use))))
    expect([isBegun, hasPlace(inTurn)]).toStrictEqual([false, true])
  })
})
