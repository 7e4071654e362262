import { firstIdAt, instantOfId, isId, newIds, uuidv7 } from "@telemark/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"

describe("an id", () => {
  it("is a UUIDv7 without dashes", () => {
    expect(uuidv7(0x0199_1234_5678, new Uint8Array(16).fill(0xff))).toBe(
      "019912345678" + "7fff" + "bfffffffffffffff"
    )
  })

  it("sorts by time", () => {
    expect(
      uuidv7(1_000_000, new Uint8Array(16).fill(255)) < uuidv7(1_000_001, new Uint8Array(16))
    ).toBe(true)
  })

  it("comes in ascending order, each one different", async () => {
    const ids = await Effect.runPromise(newIds("em", 500))
    expect(new Set(ids).size).toBe(500)
    expect([...ids].sort()).toEqual(ids)
    expect(ids.every((id) => isId("em", id))).toBe(true)
  })

  it.each([
    "",
    "em_",
    `em_${"g".repeat(32)}`,
    `evt_${"0".repeat(32)}`,
    `em_${"0".repeat(31)}\0`,
    `em_${"0".repeat(33)}`
  ])("is not: %j", (text) => {
    expect(isId("em", text)).toBe(false)
  })
})

describe("the time in an id", () => {
  it("comes back, and divides ids into those before an instant and those from it on", () => {
    const id = uuidv7(1_700_000_000_123, new Uint8Array(16).fill(7))
    expect(instantOfId(`evt_${id}`)).toBe(1_700_000_000_123)
    expect(`evt_${id}` >= firstIdAt("evt", 1_700_000_000_123)).toBe(true)
    expect(`evt_${id}` >= firstIdAt("evt", 1_700_000_000_124)).toBe(false)
  })

  it.each([-1, 0, 1e20])(
    "of an instant out of range (%d) is the first or the last there is",
    (instant) => {
      expect(firstIdAt("em", instant)).toMatch(/^em_(?:0{12}|f{12})$/)
    }
  )
})
