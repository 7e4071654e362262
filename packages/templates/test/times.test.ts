import { Duration } from "effect"
import { describe, expect, it } from "vitest"
import { judgeLate, timeLeft } from "../src/compiler/compileTimes.js"

describe("the time of a job, after its process has loaded what it needs", () => {
  it.each([
    [4500, 0, 4500],
    [4500, 750, 4500],
    [4500, 1750, 3500],
    [4500, 4000, 1250],
    [4500, 9000, 1000],
    [2000, 4000, 1000],
    [100, 4000, 100]
  ])("with a limit of %i ms, of which loading took %i, is %i", (timeout, loading, left) => {
    expect(Duration.toMillis(timeLeft(Duration.millis(timeout), Duration.millis(loading)))).toBe(
      left
    )
  })
})

describe("a job whose time is over", () => {
  const seconds = (count: number | undefined) =>
    count === undefined ? undefined : Duration.seconds(count)

  it.each([
    ["had half of it", 2.25, 4.5, "stop"],
    ["had it where nobody can say how much", undefined, 4.5, "stop"],
    ["had less than half of it", 2, 4.5, "goes on"],
    ["had half of it later", 2.25, 20, "stop"],
    ["had less than half of it in half a minute", 2, 30, "give up"]
  ] as const)("and which %s", (_, used, ran, judgement) => {
    expect(judgeLate(seconds(used), Duration.seconds(ran), Duration.seconds(4.5))).toBe(judgement)
  })
})
