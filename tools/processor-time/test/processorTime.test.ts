import { maxPause, workOf } from "@telemark-tools/processor-time"
import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"

const work = (millis: number): void => {
  const { system, user } = process.cpuUsage()
  for (;;) {
    const now = process.cpuUsage()
    if (now.system + now.user - system - user >= millis * 1000) return
  }
}

/** Holds the thread without a processor, as a busy machine does. */
const waitForProcessor = (millis: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)
}

describe("processor time", () => {
  it("is what work takes, without waiting for a processor", () => {
    expect(
      workOf(() => {
        work(100)
      })
    ).toBeGreaterThan(90)
    expect(
      workOf(() => {
        waitForProcessor(300)
      })
    ).toBeLessThan(100)
  })

  it("of a pause is that of the longest turn", async () => {
    const turns = async (turn: () => void): Promise<void> => {
      for (let count = 0; count < 5; count++) {
        turn()
        await setImmediate()
      }
    }
    const single = await maxPause(() =>
      turns(() => {
        work(100)
      })
    )
    expect(single).toBeGreaterThan(90)
    expect(single).toBeLessThan(300)
    expect(
      await maxPause(() =>
        turns(() => {
          waitForProcessor(100)
        })
      )
    ).toBeLessThan(90)
  })
})
