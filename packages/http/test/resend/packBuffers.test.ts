import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { packBuffers } from "../../src/resend/packBuffers.js"

const pack = (text: string): string => {
  const steps = packBuffers(Buffer.from(text))
  for (let step = steps.next(); ; step = steps.next())
    if (step.done === true) return Buffer.from(step.value).toString()
}

const long = Array.from({ length: 2000 }, (_, index) => index % 256)
const base64 = Buffer.from(long).toString("base64")

describe("lists of octets", () => {
  it("become base64 where they are long and a member called data", () => {
    expect(JSON.parse(pack(JSON.stringify({ a: [{ type: "Buffer", data: long }], b: 1 })))).toEqual(
      {
        a: [{ type: "Buffer", data: base64 }],
        b: 1
      }
    )
    expect(JSON.parse(pack(JSON.stringify({ data: long }, null, 2)))).toEqual({ data: base64 })
  })

  it.each([
    ["short", { data: [1, 2, 3] }],
    ["of another name", { values: long }],
    ["with a number that is none", { data: [...long, 256] }],
    ["with a fraction", { data: [...long, 1.5] }],
    ["with a text", { data: [...long, "1"] }],
    ["within a text", { text: JSON.stringify({ data: long }) }]
  ])("stay as they are: %s", (_, value) => {
    const text = JSON.stringify(value)
    expect(pack(text)).toBe(text)
  })

  it.each([
    '{"data":[1,',
    '{"data":[]}',
    `{"data":[${"1,".repeat(2000)}]}`,
    '"',
    "[",
    '{"data":["'
  ])("that are no JSON are left to the parser: %s", (text) => {
    expect(pack(text)).toBe(text)
  })

  it("change no other JSON", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(pack(text))).toEqual(JSON.parse(text))
      })
    )
  })
})
