import { describe, expect, it } from "vitest"
import { makePressure } from "../src/pressure.js"

const after = (mailWaits: boolean | undefined, utilization: number): boolean => {
  const pressure = makePressure(() => utilization)
  if (mailWaits !== undefined) pressure.note(mailWaits)
  return pressure.isHigh()
}

/** Keeps the processor busy, or leaves it alone, for longer than the shortest look. */
const measured = async (busy: boolean): Promise<boolean> => {
  const pressure = makePressure()
  pressure.note(true)
  const until = performance.now() + 150
  while (performance.now() < until)
    if (!busy) await new Promise((resolve) => setTimeout(resolve, 10))
  return pressure.isHigh()
}

describe("pressure", () => {
  it("is high while mail waits and the processor has no time to spare", () => {
    expect(after(true, 0.95)).toBe(true)
    expect(after(false, 1)).toBe(false)
    expect(after(undefined, 1)).toBe(false)
  })

  it("isn't high where mail waits for slow servers", () => {
    expect(after(true, 0.5)).toBe(false)
  })

  it("is measured by the thread itself", async () => {
    expect(await measured(true)).toBe(true)
    expect(await measured(false)).toBe(false)
  })
})
