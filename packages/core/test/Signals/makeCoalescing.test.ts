import { describe, expect, it } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { makeCoalescing } from "../../src/kernel/signals.js"

/** Long enough for what is asked for to begin, if it does. */
const meanwhile = Effect.repeat(Effect.sleep("1 millis"), { times: 20 })

describe("calls that are run together", () => {
  it.live("share the next run if they come during one", () =>
    Effect.gen(function* () {
      const begun = yield* Queue.unbounded<void>()
      const ending = yield* Queue.unbounded<void>()
      const run = Effect.andThen(Queue.offer(begun, undefined), Queue.take(ending))
      const call = yield* makeCoalescing(run, 0)
      call()
      yield* Queue.take(begun)
      for (let calls = 0; calls < 2000; calls++) call()
      yield* Queue.offer(ending, undefined)
      yield* Queue.take(begun)
      yield* Queue.offer(ending, undefined)
      yield* meanwhile
      expect(yield* Queue.size(begun)).toBe(0)
      call()
      yield* Queue.take(begun)
    })
  )

  it.live("wait for the end of the pause after a run", () =>
    Effect.gen(function* () {
      const begun = yield* Queue.unbounded<void>()
      const call = yield* makeCoalescing(Effect.asVoid(Queue.offer(begun, undefined)), "1 hour")
      call()
      yield* Queue.take(begun)
      for (let calls = 0; calls < 2000; calls++) call()
      yield* meanwhile
      expect(yield* Queue.size(begun)).toBe(0)
    })
  )

  it.live("are run once more if the scope closes right after one", () =>
    Effect.gen(function* () {
      let runs = 0
      const run = Effect.sync(() => {
        runs++
      })
      yield* Effect.scoped(
        Effect.map(makeCoalescing(run, "1 hour"), (call) => {
          call()
        })
      )
      expect(runs).toBe(1)
      yield* Effect.scoped(makeCoalescing(run, "1 hour"))
      expect(runs).toBe(1)
    })
  )
})
