import { describe, expect, it } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { makeCoalescing } from "../../src/Signals/index.js"

/** Long enough for what is asked for to begin, if it does. */
const meanwhile = Effect.repeatN(Effect.sleep("1 millis"), 20)

describe("calls that are run together", () => {
  it.scopedLive("share the next run if they come during one", () =>
    Effect.gen(function* () {
      const begun = yield* Queue.unbounded<void>()
      const ending = yield* Queue.unbounded<void>()
      const run = Effect.zipRight(begun.offer(undefined), ending.take)
      const call = yield* makeCoalescing(run, 0)
      call()
      yield* begun.take
      for (let calls = 0; calls < 2000; calls++) call()
      yield* ending.offer(undefined)
      yield* begun.take
      yield* ending.offer(undefined)
      yield* meanwhile
      expect(yield* begun.size).toBe(0)
      call()
      yield* begun.take
    })
  )

  it.scopedLive("wait for the end of the pause after a run", () =>
    Effect.gen(function* () {
      const begun = yield* Queue.unbounded<void>()
      const call = yield* makeCoalescing(Effect.asVoid(begun.offer(undefined)), "1 hour")
      call()
      yield* begun.take
      for (let calls = 0; calls < 2000; calls++) call()
      yield* meanwhile
      expect(yield* begun.size).toBe(0)
    })
  )
})
