import { describe, expect, it } from "vitest"
import { makePressure } from "../src/pressure.js"

const after = (mailWaits: boolean | undefined, utilization: number): boolean => {
  const pressure = makePressure(() => utilization)
  if (mailWaits !== undefined) pressure.note(mailWaits)
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
    const pressure = makePressure()
    pressure.note(true)
    // Busy until it shows; these are far more steps than the shortest look takes.
    for (let steps = 0; steps < 1e8 && !pressure.isHigh(); steps++);
    expect(pressure.isHigh()).toBe(true)
    await expect.poll(pressure.isHigh).toBe(false)
  })
})
