import { countSteps } from "@telemark-tools/steps"
import { type Steps, timeSlices } from "@telemark/core"
import { describe, expect, it } from "vitest"

function* work(count: number): Steps<number> {
  for (let step = 1; step < count; step++) yield
  return count
}

describe("steps", () => {
  it("are counted of all that is done meanwhile, and nothing afterwards", async () => {
    const own = timeSlices.run
    const both = () => Promise.all([timeSlices.run(work(3)), timeSlices.run(work(5))])
    expect(await countSteps(both)).toEqual({ result: [3, 5], steps: 8 })
    expect(await countSteps(() => timeSlices.run(work(1)))).toEqual({ result: 1, steps: 1 })
    expect(timeSlices.run).toBe(own)
  })

  it("are no longer counted once it failed, with its error", async () => {
    const own = timeSlices.run
    const failing = function* (): Steps<never> {
      yield
      throw new Error("broken")
    }
    await expect(countSteps(() => timeSlices.run(failing()))).rejects.toThrow("broken")
    expect(timeSlices.run).toBe(own)
  })
})
