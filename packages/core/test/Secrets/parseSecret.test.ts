import { InvalidSecret, parseSecret } from "@telemark/core"
import { Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import { keyOf, secretOf } from "./support/memory.js"

const bytesOf = (secret: string | Redacted.Redacted) =>
  Result.map(parseSecret(secret), (keys) => keys.map((key) => Array.from(Redacted.value(key))))

describe("a secret", () => {
  it("is 32 bytes in base64", () => {
    expect(bytesOf(secretOf(7))).toEqual(Result.succeed([Array.from(keyOf(7))]))
    expect(bytesOf(Redacted.make(secretOf(7)))).toEqual(Result.succeed([Array.from(keyOf(7))]))
  })

  it("may be several with commas between them, in their order", () => {
    expect(bytesOf(secretOf(2, 1))).toEqual(
      Result.succeed([Array.from(keyOf(2)), Array.from(keyOf(1))])
    )
  })

  it("may have white space around its keys, lack the padding, and have the alphabet for URLs", () => {
    expect(bytesOf(` ${secretOf(255)} ,\n${secretOf(1)}\n`)).toEqual(
      Result.succeed([Array.from(keyOf(255)), Array.from(keyOf(1))])
    )
    expect(bytesOf(secretOf(255).replace("=", ""))).toEqual(
      Result.succeed([Array.from(keyOf(255))])
    )
    expect(bytesOf(secretOf(251).replaceAll("+", "-").replaceAll("/", "_"))).toEqual(
      Result.succeed([Array.from(keyOf(251))])
    )
  })

  it.each([
    ["nothing", ""],
    ["a pass phrase", "correct horse battery staple"],
    ["31 bytes", Buffer.alloc(31).toString("base64")],
    ["33 bytes", Buffer.alloc(33).toString("base64")],
    ["hex", Buffer.alloc(32).toString("hex")],
    ["a comma too many", `${secretOf(1)},`],
    ["one bad key among good ones", `${secretOf(1)},x`],
    ["padding in its middle", `${secretOf(1).slice(0, 20)}=${secretOf(1).slice(21)}`]
  ])("is not: %s, and the message doesn't repeat it", (_, text) => {
    const refused = Result.flip(parseSecret(text)).pipe(Result.getOrThrow)
    expect(refused).toBeInstanceOf(InvalidSecret)
    expect(refused.message).toContain("32 bytes in base64")
    if (text !== "") expect(refused.message).not.toContain(text)
  })
})
