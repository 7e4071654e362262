import {
  foldAddress,
  isAddress,
  parseMailbox,
  parseMailboxList,
  Recipient,
  toAsciiDomain
} from "@telemark/contract"
import { Either, FastCheck, Schema } from "effect"
import { describe, expect, it } from "vitest"

describe("an address", () => {
  it.each([
    "a@b.co",
    "first.last+tag@mail.example.com",
    "o'brien!#$%&*/=?^_`{|}~-@example.com",
    "ünïcode@example.com",
    "ada@bücher.example",
    "ada@xn--bcher-kva.example",
    `${"l".repeat(64)}@example.com`
  ])("is accepted: %s", (text) => {
    expect(isAddress(text)).toBe(true)
  })

  it.each([
    ["empty", ""],
    ["no at sign", "example.com"],
    ["two at signs", "a@b@example.com"],
    ["no local part", "@example.com"],
    ["one label", "a@localhost"],
    ["display name", "Ada <a@example.com>"],
    ["list", "a@example.com,b@example.com"],
    ["line end", "a@example.com\r\nRCPT TO:<b@example.com>"],
    ["line end in local part", "a\r\n@example.com"],
    ["space", "a b@example.com"],
    ["trailing space", "a@example.com "],
    ["angle bracket", "a>@example.com"],
    ["quoted local part", '"a b"@example.com'],
    ["comment", "a(comment)@example.com"],
    ["leading dot", ".a@example.com"],
    ["trailing dot in local part", "a.@example.com"],
    ["two dots", "a..b@example.com"],
    ["address literal", "a@[127.0.0.1]"],
    ["IPv4 address", "a@127.0.0.1"],
    ["hexadecimal address", "a@0x7f.1"],
    ["path", "a@example.com/path"],
    ["percent escape", "a@ex%61mple.com"],
    ["empty label", "a@example..com"],
    ["trailing dot", "a@example.com."],
    ["leading dash", "a@-example.com"],
    ["underscore in domain", "a@ex_ample.com"],
    ["local part of 65 octets", `${"l".repeat(65)}@example.com`],
    ["local part of 65 octets in UTF-8", `${"ü".repeat(33)}@example.com`],
    ["label of 64 octets", `a@${"l".repeat(64)}.com`],
    ["255 octets", `a@${`${"l".repeat(60)}.`.repeat(4)}${"m".repeat(9)}`],
    ["NUL", "a\0@example.com"],
    ["lone surrogate", "a\ud800@example.com"],
    ["sign that folds to a letter", "\u212aim@example.com"],
    ["letter that folds to two", "\u0130stanbul@example.com"]
  ])("is refused: %s", (_, text) => {
    expect(isAddress(text)).toBe(false)
  })

  it.each([
    ["a zero-width space", "\u200bada@example.com", "character 1 of the address (U+200B)"],
    ["a zero-width joiner", "ada\u200d@example.com", "character 4 of the address (U+200D)"],
    ["a byte order mark", "a\ufeffda@example.com", "character 2 of the address (U+FEFF)"],
    ["a soft hyphen", "a\u00adda@example.com", "(U+00AD)"],
    ["a change of direction", "a\u202eda@example.com", "(U+202E)"],
    ["a blank", "a\u00a0da@example.com", "(U+00A0)"],
    ["a filler", "a\u3164da@example.com", "(U+3164)"],
    ["a variation", "a\ufe0fda@example.com", "(U+FE0F)"],
    ["a tag", "a\u{e0041}da@example.com", "character 2 of the address (U+E0041)"],
    ["private use", "a\ue000da@example.com", "(U+E000)"],
    ["nothing in Braille", "a\u2800da@example.com", "(U+2800)"],
    [
      "a mailbox with one",
      "Ada 👩\u200d💻 <a\u200bda@example.com>",
      "character 2 of the address (U+200B)"
    ]
  ])("is refused for what nobody sees, which is named: %s", (_, text, words) => {
    expect(isAddress(text)).toBe(false)
    const { message } = Either.getOrThrow(Either.flip(Schema.decodeEither(Recipient)(text)))
    expect(message).toContain(words)
    expect(message).toContain("can't be seen")
  })

  it.each([
    "jürgen@example.com",
    "ju\u0308rgen@example.com",
    "δοκιμή@example.com",
    "ß@example.com"
  ])("may have other letters: %s", (text) => {
    expect(isAddress(text)).toBe(true)
  })

  it("never contains a character that ends an SMTP command or a header", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.string({ unit: "binary" }),
        FastCheck.string({ unit: "binary" }),
        (a, b) => {
          const text = `${a}@${b}.example.com`
          if (isAddress(text)) expect(text).not.toMatch(/[\s<>\p{Cc}]/u)
        }
      )
    )
  })

  it("is the same address in any case and any spelling of its domain", () => {
    expect(foldAddress("Ada@BÜCHER.Example")).toBe("ada@xn--bcher-kva.example")
    expect(foldAddress("ADA@xn--Bcher-KVA.example")).toBe("ada@xn--bcher-kva.example")
  })
})

describe("a domain", () => {
  it("becomes A-labels", () => {
    expect(toAsciiDomain("BÜCHER.example")).toBe("xn--bcher-kva.example")
    expect(toAsciiDomain("Example.COM")).toBe("example.com")
  })
})

describe("a mailbox", () => {
  it.each([
    ["a@example.com", null, "a@example.com"],
    ["<a@example.com>", null, "a@example.com"],
    ["Shop <a@example.com>", "Shop", "a@example.com"],
    ['"Doe, Jane" <a@example.com>', "Doe, Jane", "a@example.com"],
    ['"a \\"quoted\\" name" <a@example.com>', 'a "quoted" name', "a@example.com"],
    ["Büro <a@example.com>", "Büro", "a@example.com"],
    [" Shop  <a@example.com> ", "Shop", "a@example.com"],
    ["Shop\r\nBcc: x@example.com <a@example.com>", "Shop Bcc: x@example.com", "a@example.com"],
    ['"Shop\t\0\u2028" <a@example.com>', "Shop", "a@example.com"],
    [`${"n".repeat(255)} <a@example.com>`, "n".repeat(255), "a@example.com"],
    [`"${'\\"'.repeat(255)}" <a@example.com>`, '"'.repeat(255), "a@example.com"]
  ])("is read: %s", (text, name, address) => {
    expect(parseMailbox(text)).toEqual({ name, address })
  })

  it.each([
    "Shop <a@example.com",
    "Shop a@example.com",
    "Shop <a@example.com>, Other <b@example.com>",
    "Shop <a@example.com>\r\nBcc: x@example.com",
    "<Shop> <a@example.com>",
    "Sh\ud800op <a@example.com>",
    "Shop <a@example.com>\n",
    "Shop <a\n@example.com>",
    `${"n".repeat(256)} <a@example.com>`,
    `${" ".repeat(998)}Shop <a@example.com>`
  ])("is refused: %j", (text) => {
    expect(parseMailbox(text)).toBeUndefined()
  })

  it("may be in a list, where commas inside quotes separate nothing", () => {
    expect(parseMailboxList('"Doe, Jane" <a@example.com>, b@example.com')).toEqual([
      { name: "Doe, Jane", address: "a@example.com" },
      { name: null, address: "b@example.com" }
    ])
    expect(parseMailboxList("a@example.com, nobody")).toBeUndefined()
    expect(parseMailboxList("")).toBeUndefined()
  })
})
