import {
  foldAddress,
  isAddress,
  parseMailbox,
  parseMailboxList,
  Recipient,
  splitAddress,
  toAsciiDomain,
  toWireAddress
} from "@telemark/contract"
import { Result, Schema } from "effect"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"

describe("an address", () => {
  it.each([
    "a@b.co",
    "first.last+tag@mail.example.com",
    "o'brien!#$%&*/=?^_`{|}~-@example.com",
    "ünïcode@example.com",
    "ada@bücher.example",
    "ada@xn--bcher-kva.example",
    `${"l".repeat(64)}@example.com`,
    '"foo..bar"@docomo.ne.jp',
    '".foo."@example.com',
    '"a b"@example.com',
    '" "@example.com',
    '"a@b,<c>;(d):[e]"@example.com',
    '"say \\"hi\\" \\\\"@example.com',
    '"\\a"@example.com',
    '"jürgen o\'neil"@bücher.example',
    `"${"l".repeat(62)}"@example.com`
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
    ["no name in the quotes", '""@example.com'],
    ["quotes that aren't closed", '"a b@example.com'],
    ["a quote inside quotes", '"a"b"@example.com'],
    ["quotes around a part of it", '"a b".c@example.com'],
    ["a backslash before the last quote", '"a\\"@example.com'],
    ["a backslash without quotes", "a\\ b@example.com"],
    ["a tab in quotes", '"a\tb"@example.com'],
    ["a line end in quotes", '"a\r\nRCPT TO:<b@example.com>"@example.com'],
    ["an escaped line feed in quotes", '"a\\\n"@example.com'],
    ["NUL in quotes", '"a\0"@example.com'],
    ["an escaped NUL in quotes", '"a\\\0"@example.com'],
    ["a C1 control in quotes", '"a\u0085b"@example.com'],
    ["an escaped letter beyond ASCII", '"\\ü"@example.com'],
    ["a lone surrogate in quotes", '"\ud800"@example.com'],
    ["a blank of another script in quotes", '"a\u3000b"@example.com'],
    ["a sign in quotes that folds to a letter", '"\u212aim j"@example.com'],
    ["quotes in the domain", 'a@"example.com"'],
    ["65 octets before the at sign", `${"l".repeat(65)}@example.com`],
    ["65 octets with the quotes", `"${"l".repeat(63)}"@example.com`],
    ["65 octets in NFC", `${"\u0958".repeat(11)}@example.com`],
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
    ["letter that folds to two", "\u0130stanbul@example.com"],
    ["letter that folds to two, decomposed", "I\u0307stanbul@example.com"]
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
    const { message } = Result.getOrThrow(Result.flip(Schema.decodeResult(Recipient)(text)))
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

  it.each([
    "foo..bar@docomo.ne.jp",
    "foo.@docomo.ne.jp",
    ".foo@docomo.ne.jp",
    "Ada <foo..bar@docomo.ne.jp>"
  ])("is refused with the advice to use quotes: %s", (text) => {
    const { message } = Result.getOrThrow(Result.flip(Schema.decodeResult(Recipient)(text)))
    expect(message).toContain('in quotes, as in "ada..l"@example.com')
    expect(message).not.toContain("foo")
  })

  it.each(["a b@example.com", "Ada ada@example.com", "a@b@example.com", '"a b@example.com'])(
    "is refused without that advice where it isn't meant: %s",
    (text) => {
      const { message } = Result.getOrThrow(Result.flip(Schema.decodeResult(Recipient)(text)))
      expect(message).not.toContain("quotes")
    }
  )

  const pieces = [
    ...Array.from('abuUüÅå ."\\<>@,:;=\r\n\0'),
    "u\u0308",
    "\u0338",
    "\u0130",
    "\u0958",
    "한",
    "Σ"
  ]
  it("is split as one that differs in the case of its domain alone", () => {
    const part = FastCheck.string({
      unit: FastCheck.constantFrom(..."aZ9._-+'{\"@ ".split("")),
      maxLength: 6
    })
    const host = FastCheck.string({
      unit: FastCheck.constantFrom(..."az09.-_".split("")),
      maxLength: 6
    })
    const end = FastCheck.constantFrom(".co", ".example", ".c", ".c0m", ".x-y", ".0x1", ".7", ".")
    FastCheck.assert(
      FastCheck.property(part, host, end, (local, name, top) => {
        const domain = `${name}${top}`
        const capitals = `${local}@${domain.toUpperCase()}`
        const small = `${local}@${domain}`
        expect(splitAddress(small)).toEqual(splitAddress(capitals))
        expect(toWireAddress(small)).toEqual(toWireAddress(capitals))
        expect(foldAddress(small)).toEqual(foldAddress(capitals))
      }),
      { numRuns: 2000 }
    )
  })

  const locals = FastCheck.oneof(
    FastCheck.string({ unit: "binary", maxLength: 20 }),
    FastCheck.string({ unit: FastCheck.constantFrom(...pieces), maxLength: 12 })
  ).chain((text) => FastCheck.constantFrom(text, `"${text}"`, JSON.stringify(text)))

  it("never goes out with a character that ends an SMTP command, a path or a header", () => {
    FastCheck.assert(
      FastCheck.property(locals, FastCheck.string({ unit: "binary" }), (local, domain) => {
        for (const text of [`${local}@example.com`, `${local}@${domain}.example.com`]) {
          if (isAddress(text)) expect(text).not.toMatch(/\p{Cc}/u)
          expect(toWireAddress(text) ?? "a@b.c").toMatch(
            /^(?:[^\s<>"(),:;@[\]\\\p{Cc}]+|"(?:[^"\\\p{Cc}]|\\["\\])+")@[a-z0-9.-]+$/u
          )
        }
      }),
      { numRuns: 2000 }
    )
  })

  it("is the same address in every spelling, and in that which goes out", () => {
    FastCheck.assert(
      FastCheck.property(locals, (local) => {
        const text = `${local}@example.com`
        if (!isAddress(text)) return
        const folded = foldAddress(text)
        for (const form of ["NFC", "NFD"] as const) {
          const other = text.normalize(form)
          if (isAddress(other)) expect(foldAddress(other)).toBe(folded)
        }
        expect(foldAddress(toWireAddress(text) ?? "")).toBe(folded)
        expect(foldAddress(folded)).toBe(folded)
      }),
      { numRuns: 2000 }
    )
  })

  it.each([
    ["ju\u0308rgen@example.com", "jürgen@example.com"],
    ["JU\u0308RGEN@example.com", "jürgen@example.com"],
    ["\u1112\u1161\u11ab@example.com", "한@example.com"],
    ['"foo"@example.com', "foo@example.com"],
    ['"f\\oo.bar"@example.com', "foo.bar@example.com"],
    ['"Ju\u0308rgen"@example.com', "jürgen@example.com"],
    ['"Foo..Bar"@DOCOMO.ne.jp', '"foo..bar"@docomo.ne.jp'],
    ['"\\a\\ B"@example.com', '"a b"@example.com'],
    ['"\\"\\\\"@example.com', '"\\"\\\\"@example.com']
  ])("has one key in two spellings: %s", (text, folded) => {
    expect(foldAddress(text)).toBe(folded)
  })

  it("goes out in NFC and without needless quotes, in the case that was given", () => {
    expect(toWireAddress('"Ju\u0308rgen"@Bücher.example')).toBe("Jürgen@xn--bcher-kva.example")
    expect(toWireAddress('"\\Foo..Bar"@example.com')).toBe('"Foo..Bar"@example.com')
  })

  it("is the same address in any case and any spelling of its domain", () => {
    expect(foldAddress("Ada@BÜCHER.Example")).toBe("ada@xn--bcher-kva.example")
    expect(foldAddress("ADA@xn--Bcher-KVA.example")).toBe("ada@xn--bcher-kva.example")
  })
})

describe("a domain", () => {
  it("has labels of 1 to 63 letters, digits and inner hyphens, of which the last is no number", () => {
    const label = FastCheck.oneof(
      FastCheck.constantFrom(
        "a",
        "B-c",
        "-a",
        "a-",
        "0x1F",
        "0xg",
        "12",
        "",
        "_",
        "%61",
        "k".repeat(63)
      ),
      FastCheck.string({ unit: FastCheck.constantFrom("a", "Z", "0", "-", "x"), maxLength: 70 })
    )
    FastCheck.assert(
      FastCheck.property(FastCheck.array(label, { maxLength: 5 }), (labels) => {
        const text = labels.join(".")
        const isDomain =
          labels.length >= 2 &&
          text.length <= 253 &&
          labels.every((one) => one.length <= 63 && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(one)) &&
          !/^([0-9]+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? "")
        expect(toAsciiDomain(text)).toBe(isDomain ? text.toLowerCase() : undefined)
      })
    )
  })

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
    [`"${'\\"'.repeat(255)}" <a@example.com>`, '"'.repeat(255), "a@example.com"],
    ['"a b"@example.com', null, '"a b"@example.com'],
    ['<"a b"@example.com>', null, '"a b"@example.com'],
    ['"Doe, Jane" <"a>, <\\"b@c"@example.com>', "Doe, Jane", '"a>, <\\"b@c"@example.com']
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
    expect(parseMailboxList('"a,b"@example.com, Ada <"c,d"@example.com>')).toEqual([
      { name: null, address: '"a,b"@example.com' },
      { name: "Ada", address: '"c,d"@example.com' }
    ])
    expect(parseMailboxList("a@example.com, nobody")).toBeUndefined()
    expect(parseMailboxList('a@example.com, "b@example.com')).toBeUndefined()
    expect(parseMailboxList('"a@example.com\\')).toBeUndefined()
    expect(parseMailboxList("")).toBeUndefined()
  })
})
