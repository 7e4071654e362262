import { describe, expect, it } from "@effect/vitest"
import { atOnce, inTimeSlices, makeTimeSlices, type Steps } from "@telemark/core"
import { Effect, Fiber } from "effect"

/** The time that work has taken, in milliseconds: nothing else takes any. */
let time = 0
const busy = (millis: number): void => {
  time += millis
}
const makeSlices = () => makeTimeSlices(() => time)

/** So many steps of so many milliseconds, each written down. */
function* work(
  name: string,
  count: number,
  millis: number,
  done: Array<string> = []
): Steps<string> {
  for (let step = 0; step < count; step++) {
    if (step > 0) yield
    busy(millis)
    done.push(name)
  }
  return name
}

/** Counts the turns of the event loop until it is stopped. */
const countTurns = (): (() => number) => {
  let turns = 0
  const count = (): void => {
    turns++
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  return () => {
    clearImmediate(timer)
    return turns
  }
}

describe("time slices", () => {
  it("do small work at once", () => {
    expect(makeSlices().run(work("a", 3, 0))).toBe("a")
  })

  it("let the event loop turn between steps of long work", async () => {
    const stop = countTurns()
    expect(await makeSlices().run(work("a", 10, 11))).toBe("a")
    expect(stop()).toBeGreaterThanOrEqual(9)
  })

  it("count what many begin in one go", async () => {
    const { run } = makeSlices()
    const stop = countTurns()
    const results = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => run(work(String(index), 1, 11)))
    )
    expect(results).toStrictEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"])
    expect(stop()).toBeGreaterThanOrEqual(9)
  })

  it("are given in turn: what comes later doesn't wait for the end of what came before", async () => {
    const { run } = makeSlices()
    const done: Array<string> = []
    await Promise.all([
      run(work("a", 4, 11, done)),
      run(work("b", 2, 11, done)),
      run(work("c", 1, 0, done))
    ])
    expect(done.join("")).toBe("aabcaba")
  })

  it("pass on what a step throws, at once or later, and continue", async () => {
    const { run } = makeSlices()
    const failing = function* (steps: number): Steps<never> {
      for (let step = 0; step < steps; step++) {
        busy(11)
        yield
      }
      throw new Error("broken")
    }
    expect(() => run(failing(0))).toThrow("broken")
    await expect(run(failing(2))).rejects.toThrow("broken")
    expect(await run(work("a", 1, 0))).toBe("a")
  })

  it("can be left out", () => {
    expect(atOnce(work("a", 3, 11))).toBe("a")
  })

  it.effect(
    "take no further step of a fiber that is interrupted, while virtual time stands still",
    () =>
      Effect.gen(function* () {
        const slices = makeSlices()
        const done: Array<string> = []
        const fiber = yield* Effect.forkChild(inTimeSlices(() => work("a", 100, 11, done), slices))
        expect(yield* inTimeSlices(() => work("b", 2, 11, done), slices)).toBe("b")
        yield* Fiber.interrupt(fiber)
        const steps = done.length
        expect(yield* inTimeSlices(() => work("c", 3, 11), slices)).toBe("c")
        expect(done.length).toBe(steps)
        expect(steps).toBeLessThan(10)
      })
  )
})
