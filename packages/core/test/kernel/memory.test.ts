import { describe, expect, it } from "vitest"
import { makeMemory } from "../../src/kernel/memory.js"

const keys = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `key-${String(index)}`)

describe("a memory", () => {
  it("knows the values that were used last, and never more than its bound", () => {
    const memory = makeMemory<string>(100)
    for (const [index, key] of keys(1000).entries()) {
      expect(memory.has(key)).toBe(false)
      memory.set(key, `value of ${key}`)
      expect(memory.get(key)).toBe(`value of ${key}`)
      expect(memory.size).toBe(Math.min(index + 1, 100))
    }
    expect(keys(1000).filter((key) => memory.has(key))).toEqual(keys(1000).slice(-100))
  })

  it("forgets what was used least recently, by reading or by writing", () => {
    const memory = makeMemory<number>(3)
    for (const [index, key] of keys(3).entries()) memory.set(key, index)
    memory.get("key-0")
    memory.set("key-1", 10)
    memory.set("key-3", 3)
    expect(keys(4).filter((key) => memory.has(key))).toEqual(["key-0", "key-1", "key-3"])
    expect([...memory.values()]).toEqual([3, 10, 0])
  })

  it("bounds the sum of sizes, and doesn't remember what is larger than that", () => {
    const memory = makeMemory<string>(10, (value) => value.length)
    memory.set("a", "12345")
    memory.set("b", "1234")
    memory.set("c", "12")
    expect([...memory.entries()]).toEqual([
      ["c", "12"],
      ["b", "1234"]
    ])
    memory.set("d", "12345678901")
    expect(memory.has("d")).toBe(false)
    expect(memory.size).toBe(2)
  })

  it("forgets at once what is deleted", () => {
    const memory = makeMemory<number, number>(2)
    memory.set(1, 1)
    memory.delete(1)
    expect(memory.get(1)).toBeUndefined()
    expect(memory.size).toBe(0)
  })
})
