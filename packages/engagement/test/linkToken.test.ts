import { describe, expect, it } from "vitest"
import { linkToken, readLinkToken } from "../src/index.js"

const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
const email_id = "em_0190f3a4b5c67d8e9fa0b1c2d3e4f5a6"
const destination = "https://example.com/a?b=c&d=ü"

describe("a link token", () => {
  it("names its message and its destination to whoever has the key, also an older one", () => {
    const token = linkToken(key, "click", { email_id, destination })
    expect(token).toMatch(/^[\w-]+$/)
    expect(readLinkToken([key], "click", token)).toEqual({ email_id, destination })
    expect(readLinkToken([other, key], "click", token)).toEqual({ email_id, destination })
    expect(linkToken(key, "click", { email_id, destination })).toBe(token)
  })

  it("is nothing under another key, of another kind, cut, prolonged or changed in any character", () => {
    const token = linkToken(key, "click", { email_id, destination })
    expect(readLinkToken([other], "click", token)).toBeUndefined()
    expect(readLinkToken([], "click", token)).toBeUndefined()
    for (const kind of ["open", "page"] as const) expect(readLinkToken([key], kind, token)).toBeUndefined()
    for (let at = 0; at < token.length; at++) {
      expect(readLinkToken([key], "click", token.slice(0, at))).toBeUndefined()
      const changed = token[at] === "A" ? "B" : "A"
      expect(readLinkToken([key], "click", token.slice(0, at) + changed + token.slice(at + 1)), `character ${String(at)}`).toBeUndefined()
    }
    for (const tail of ["A", "=", "==", "%00", "\n", " ", "/..", "AAAA"]) expect(readLinkToken([key], "click", token + tail)).toBeUndefined()
  })

  it("is read within its bounds only", () => {
    for (const token of ["", "A", "-".repeat(3000), "é".repeat(60), "..", "A".repeat(100_000)]) expect(readLinkToken([key], "click", token)).toBeUndefined()
  })
})
