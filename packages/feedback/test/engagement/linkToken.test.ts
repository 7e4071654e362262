import { describe, expect, it } from "vitest"
import { readClick } from "../../src/links/clickToken.js"
import { linkToken, readLinkToken } from "../../src/links/linkToken.js"
import { clickBy } from "./support/requests.js"

const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
const email_id = "em_0190f3a4b5c67d8e9fa0b1c2d3e4f5a6"
const destination = "https://example.com/a?b=c&d=ü"

const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

/**
 * Cut anywhere, changed in any character, with any other last one (which may have bits to spare),
 * prolonged.
 */
const variants = (token: string): ReadonlyArray<string> => [
  ...Array.from(base64url.replace(token.slice(-1), ""), (last) => token.slice(0, -1) + last),
  ...Array.from(token, (character, at) => [
    token.slice(0, at),
    token.slice(0, at) + (character === "A" ? "B" : "A") + token.slice(at + 1)
  ]).flat(),
  ...["A", "=", "==", "%00", "\n", " ", "/..", "AAAA"].map((tail) => token + tail)
]

const outOfBounds = ["", "A", "-".repeat(3000), "é".repeat(60), "..", "A".repeat(100_000)]

describe("a link token", () => {
  it("names its message to whoever has the key, also an older one", () => {
    const token = linkToken(key, "open", email_id)
    expect(token).toMatch(/^[\w-]+$/)
    expect([
      readLinkToken([key], "open", token),
      readLinkToken([other, key], "open", token)
    ]).toEqual([email_id, email_id])
    expect(linkToken(key, "open", email_id)).toBe(token)
  })

  it("is nothing under another key, of another kind, cut, prolonged or changed in any character", () => {
    for (const kind of ["open", "page"] as const) {
      const token = linkToken(key, kind, email_id)
      for (const keys of [[other], []]) expect(readLinkToken(keys, kind, token)).toBeUndefined()
      expect(readLinkToken([key], kind === "open" ? "page" : "open", token)).toBeUndefined()
      expect(readClick([key], token)).toBeUndefined()
      for (const one of [...variants(token), ...outOfBounds])
        expect([one, readLinkToken([key], kind, one)]).toEqual([one, undefined])
    }
  })
})

describe("a token of a click", () => {
  it("names its message and its destination to whoever has the keys of its parts, also an older one", () => {
    const token = clickBy(key, destination, email_id)
    expect(token).toMatch(/^[\w-]+$/)
    expect(clickBy(key, destination, email_id)).toBe(token)
    // The newest key may change between the first message of a send, which makes the ends, and
    // another.
    const changed = clickBy(other, destination, email_id).slice(0, 48) + token.slice(48)
    for (const [keys, one] of [
      [[key], token],
      [[other, key], token],
      [[other, key], changed]
    ] as const)
      expect(readClick(keys, one)).toEqual({ email_id, destination })
  })

  it("is nothing under another key, of another kind, cut, prolonged or changed in any character", () => {
    for (const length of [1, 2, 3]) {
      const token = clickBy(key, destination + "x".repeat(length), email_id)
      for (const keys of [[other], []]) expect(readClick(keys, token)).toBeUndefined()
      for (const kind of ["open", "page"] as const)
        expect(readLinkToken([key], kind, token)).toBeUndefined()
      for (const one of [...variants(token), ...outOfBounds])
        expect([one, readClick([key], one)]).toEqual([one, undefined])
    }
  })

  it("takes its destination from mail of the same tenant only", () => {
    const [own, foreign] = [
      clickBy(key, "https://own.example/", email_id),
      clickBy(key, destination, email_id, "tn_2")
    ]
    expect(readClick([key], own.slice(0, 48) + foreign.slice(48))).toBeUndefined()
    expect(readClick([key], foreign.slice(0, 48) + own.slice(48))).toBeUndefined()
  })

  it("has a destination of any length within the bounds of an address", () => {
    for (let length = 0; length < 1400; length += 7) {
      const long = `https://example.com/${"ü".repeat(length % 50)}${"x".repeat(length)}`
      expect(readClick([key], clickBy(key, long, email_id))).toEqual({
        email_id,
        destination: long
      })
    }
    expect(
      readClick([key], clickBy(key, `https://example.com/${"x".repeat(10_000)}`, email_id))
    ).toBeUndefined()
  })
})
