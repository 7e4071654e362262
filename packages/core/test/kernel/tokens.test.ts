import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createHmac } from "node:crypto"
import { isMacOf, isSameSecret, writeMac } from "../../src/kernel/tokens.js"

describe("a MAC", () => {
  it("is the beginning of the HMAC-SHA-256 of what precedes it, for any key, text and length, one after the other", () => {
    const keys = fc.array(fc.uint8Array({ maxLength: 64 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(
        keys,
        fc.array(fc.uint8Array({ maxLength: 1500 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 32 }),
        (keys, texts, length) => {
          for (const text of texts) {
            for (const key of keys) {
              const bytes = Buffer.concat([text, Buffer.alloc(length + 3)])
              writeMac(key, bytes, text.length, length)
              const mac = createHmac("sha256", key).update(text).digest().subarray(0, length)
              expect(bytes).toEqual(Buffer.concat([text, mac, Buffer.alloc(3)]))
            }
          }
        }
      )
    )
  })

  it("is that of one key and one text", () => {
    const [key, other] = [Buffer.from("key"), Buffer.from("other")]
    const bytes = Buffer.concat([Buffer.from("text"), Buffer.alloc(16)])
    writeMac(key, bytes, 4, 16)
    const [text, mac] = [bytes.subarray(0, 4), bytes.subarray(4)]
    expect(isMacOf([other, key], text, mac)).toBe(true)
    expect(isMacOf([other], text, mac)).toBe(false)
    expect(isMacOf([], text, mac)).toBe(false)
    expect(isMacOf([key], Buffer.from("texT"), mac)).toBe(false)
  })

  it("needs a key of 64 octets at most", () => {
    expect(() => {
      writeMac(new Uint8Array(65), Buffer.alloc(64), 16, 16)
    }).toThrow("at most 64 octets")
  })
})

it("secrets are the same if all of their characters are", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(isSameSecret(one, one)).toBe(true)
      expect(isSameSecret(one, other)).toBe(one === other)
    })
  )
})
