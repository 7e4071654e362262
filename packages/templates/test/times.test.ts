import { Duration } from "effect"
import { describe, expect, it } from "vitest"
import { timeLeft } from "../src/Compiler/times.js"

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
