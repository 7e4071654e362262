import { describe, expect, it } from "vitest"
import { dueAt, dueBy, runOpenLoop } from "../src/openLoop.js"

const loop = { begin: 1000, rate: 50, count: 100 }

describe("an open loop", () => {
  it("has a send due at each fixed instant", () => {
    expect([0, 1, 99].map((index) => dueAt(loop, index))).toEqual([1000, 1020, 2980])
  })

  it.each([
    [999.9, 0],
    [1000, 1],
    [1019.9, 1],
    [1020, 2],
    [2980, 100],
    [9000, 100]
  ])("has at %d ms %d sends due", (now, due) => {
    expect(dueBy(loop, now)).toBe(due)
  })

  it("counts a send as due at the very instant that it is due at", () => {
    for (const rate of [3, 7, 300, 600]) {
      const odd = { begin: 0.1, rate, count: 1000 }
      const early = Array.from({ length: 1000 }, (_, index) => index).filter(
        (index) => dueBy(odd, dueAt(odd, index) + 1e-6) !== index + 1
      )
      expect(early).toEqual([])
    }
  })

  it("makes up for what it was late with, and waits for no answer", async () => {
    let now = 0
    const made: Array<readonly [index: number, at: number]> = []
    const ticks = [1000, 1000, 1100, 3000]
    await runOpenLoop(
      { ...loop, count: 8 },
      () => (now = ticks.shift() ?? 3000),
      (index) => {
        made.push([index, now])
        return new Promise(() => undefined)
      }
    )
    expect(made).toEqual([
      [0, 1000],
      [1, 1100],
      [2, 1100],
      [3, 1100],
      [4, 1100],
      [5, 1100],
      [6, 3000],
      [7, 3000]
    ])
  })
})
