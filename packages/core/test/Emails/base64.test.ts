import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import { Buffer } from "node:buffer"
import {
  decodeBase64 as base64Steps,
  encodeBase64 as encodeSteps
} from "../../src/kernel/base64.js"
import { atOnce } from "../../src/kernel/timeSlices.js"

const bytes = FastCheck.uint8Array({ maxLength: 200 })
const decodeBase64 = (...given: Parameters<typeof base64Steps>) => atOnce(base64Steps(...given))
const encodeBase64 = (octets: Uint8Array) => atOnce(encodeSteps(octets))
const largerThanAPiece = Uint8Array.from({ length: 200_001 }, (_, index) => (index * 7919) % 256)

describe("base64", () => {
  it("is what Node makes of octets, and comes back as these", () => {
    FastCheck.assert(
      FastCheck.property(bytes, (octets) => {
        const text = Buffer.from(octets).toString("base64")
        expect(encodeBase64(octets)).toBe(text)
        expect(decodeBase64(text)).toEqual(octets)
      })
    )
  })

  it("of more than a piece comes back whole, with padding or without", () => {
    const text = encodeBase64(largerThanAPiece)
    expect(text).toBe(Buffer.from(largerThanAPiece).toString("base64"))
    for (const written of [text, text.replace(/=+$/, "")])
      expect(Buffer.compare(decodeBase64(written) ?? new Uint8Array(), largerThanAPiece)).toBe(0)
  })

  it("may be broken into lines anywhere", () => {
    const text = encodeBase64(largerThanAPiece).replace(/.{76}/g, "$&\r\n")
    expect(Buffer.compare(decodeBase64(text) ?? new Uint8Array(), largerThanAPiece)).toBe(0)
    expect(decodeBase64(" aGVs\n\tbG8= ")).toEqual(new TextEncoder().encode("hello"))
  })

  it("of nothing is nothing", () => {
    expect(decodeBase64("")).toEqual(new Uint8Array())
    expect(encodeBase64(new Uint8Array())).toBe("")
  })

  const wrong: ReadonlyArray<readonly [string, string]> = [
    ["the URL's alphabet", "-_-_"],
    ["a data URL", "data:text/plain;base64,aGVsbG8="],
    ["one character too many", "aGVsb"],
    ["padding in its middle", "aGVsbG8=aGVsbG8="],
    ["padding where a piece ends", `${"A".repeat(128 * 1024 - 1)}=AAAA`],
    ["padding alone", "===="],
    ["other letters", "größe"]
  ]
  it.each(wrong)("isn't %s", (_, text) => {
    expect(decodeBase64(text)).toBeUndefined()
  })

  it.each([
    ["blanks alone", " \n".repeat(100_000), 0],
    ["a blank after each character", "QUJD".repeat(50_000).replace(/./g, "$& "), 150_000],
    ["padding spread over lines", `QUJDRA${"\r\n".repeat(100_000)}=\n=`, 4]
  ])("is read across %s", (_, text, length) => {
    expect(decodeBase64(text)?.length).toBe(length)
    expect(Buffer.from(decodeBase64(text) ?? []).equals(Buffer.from(text, "base64"))).toBe(true)
  })

  it("yields to other work between a thousand and a million characters", () => {
    const steps = base64Steps("A".repeat(4_000_000), undefined)
    let count = 1
    while (steps.next().done !== true) count++
    expect(count).toBeGreaterThan(4)
  })

  it("is left to the engine where that can do it", () => {
    expect(decodeBase64("x", () => Uint8Array.of(1))).toEqual(Uint8Array.of(1))
  })
})
