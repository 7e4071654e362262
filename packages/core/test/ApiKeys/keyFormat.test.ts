import { fingerprintOf, mintKey, parseKey } from "@telemark/core"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"

const random = FastCheck.uint8Array({ minLength: 40, maxLength: 40 })

describe("an API key", () => {
  it("has a public id, 256 random bits and a checksum", () => {
    const { key, prefix } = mintKey(new Uint8Array(40).fill(255))
    expect(prefix).toMatch(/^tmk_[0-9A-Za-z]{10}$/)
    expect(key).toMatch(/^tmk_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/)
    expect(key.startsWith(`${prefix}_`)).toBe(true)
  })

  it("is recognised, and its prefix found, whatever the bytes", () => {
    FastCheck.assert(
      FastCheck.property(random, (bytes) => {
        const { key, prefix } = mintKey(bytes)
        expect(parseKey(key)).toEqual({ prefix })
      })
    )
  })

  it("is refused when one character differs", () => {
    FastCheck.assert(
      FastCheck.property(random, FastCheck.integer({ min: 4, max: 63 }), (bytes, index) => {
        const { key } = mintKey(bytes)
        const other = key[index] === "A" ? "B" : "A"
        expect(parseKey(key.slice(0, index) + other + key.slice(index + 1))).toBeUndefined()
      })
    )
  })

  it.each(["", "tmk_", "tmk_0000000000", "Bearer tmk_0000000000_x", "sk_live_abc"])(
    "is refused: %j",
    (text) => {
      expect(parseKey(text)).toBeUndefined()
    }
  )

  it("has a fingerprint that differs with the key and doesn't contain it", () => {
    const [one, same, other] = ["tmk_a", "tmk_a", "tmk_b"].map(fingerprintOf)
    expect(one).toBe(same)
    expect(one).not.toBe(other)
    expect(one).toMatch(/^[\w-]{43}$/)
  })
})
