import { describe, expect, it } from "vitest"
import { makeRecent } from "../../src/recent/makeRecent.js"

const keys = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `key-${String(index)}`)

describe("values that were set last", () => {
  it("are known: at least half of the bound, and never more than the bound", () => {
    const recent = makeRecent<string>(100)
    for (const [index, key] of keys(1000).entries()) {
      expect(recent.has(key)).toBe(false)
      recent.set(key, `value of ${key}`)
      expect(recent.get(key)).toBe(`value of ${key}`)
      const known = keys(index + 1).filter(recent.has)
      expect(known.length).toBeGreaterThanOrEqual(Math.min(index + 1, 50))
      expect(known.length).toBeLessThanOrEqual(100)
      expect(known).toEqual(keys(index + 1).slice(-known.length))
    }
  })

  it("are new again once they are removed", () => {
    const recent = makeRecent<string>(100)
    for (const key of keys(80)) recent.set(key, key)
    for (const key of ["key-10", "key-79"]) {
      expect(recent.has(key)).toBe(true)
      recent.remove(key)
      expect(recent.has(key)).toBe(false)
    }
  })
})
