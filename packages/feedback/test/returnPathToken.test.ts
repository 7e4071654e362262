import { emailIdOfToken, returnPathToken } from "@telemark/feedback"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"

const key = Buffer.alloc(32, 7)
const former = Buffer.alloc(32, 8)
const id = "em_0199a0b0c0d07000800000000000000b"
const bytes = (length: number) => FastCheck.uint8Array({ minLength: length, maxLength: length })

describe("the token of a return path", () => {
  it("is a local part's 39 characters, which name the message in any case", () => {
    const token = returnPathToken(key, id)
    expect(token).toMatch(/^[a-z2-7]{39}$/)
    expect(emailIdOfToken([key], token)).toBe(id)
    expect(emailIdOfToken([key], token.toUpperCase())).toBe(id)
  })

  it("is read with a former key as well", () => {
    expect(emailIdOfToken([key, former], returnPathToken(former, id))).toBe(id)
    expect(emailIdOfToken([key], returnPathToken(former, id))).toBeUndefined()
  })

  it("comes back as it went, for any id and key", () => {
    FastCheck.assert(
      FastCheck.property(bytes(16), bytes(32), (random, anyKey) => {
        const anyId = `em_${Buffer.from(random).toString("hex")}`
        expect(emailIdOfToken([anyKey], returnPathToken(anyKey, anyId))).toBe(anyId)
      })
    )
  })

  it("isn't read once a character of it was changed", () => {
    const token = returnPathToken(key, id)
    for (let at = 0; at < token.length; at++) {
      for (const character of "abcdefghijklmnopqrstuvwxyz234567") {
        const changed = token.slice(0, at) + character + token.slice(at + 1)
        if (changed !== token)
          expect([at, character, emailIdOfToken([key], changed)]).toEqual([
            at,
            character,
            undefined
          ])
      }
    }
  })

  it.each([
    "",
    "x",
    "a".repeat(38),
    "a".repeat(40),
    "0".repeat(39),
    "é".repeat(39),
    "K".repeat(39)
  ])("isn't %j", (text) => {
    expect(emailIdOfToken([key], text)).toBeUndefined()
  })
})
