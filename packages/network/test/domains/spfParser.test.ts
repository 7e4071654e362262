import { Result } from "effect"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import { isSpfRecord, parseRecord } from "../../src/spf/SpfRecord.js"
import { isInNetwork, parseAddress } from "../../src/spf/hosts.js"
import { addressOf } from "./support.js"

const isRead = (terms: string): boolean => Result.isSuccess(parseRecord(`v=spf1 ${terms}`))

describe("what can be read", () => {
  it.each([
    "a",
    "a:example.com",
    "a/24",
    "a//64",
    "a/24//64",
    "a:example.com/24//64",
    "A:EXAMPLE.COM",
    "mx",
    "mx:a.example.com./0//0",
    "ptr",
    "ptr:example.com",
    "ip4:192.0.2.1",
    "ip4:192.0.2.1/32",
    "ip4:0.0.0.0/0",
    "ip6:::",
    "ip6:2001:db8::/32",
    "ip6:::ffff:192.0.2.1",
    "include:_spf.example.com",
    "include:a_b.example.com",
    "exists:%{i}.example.com",
    "exists:%{d}",
    "exists:foo.%{d1r}",
    "a:%{d1r/}.example.com/24",
    "?all",
    "redirect=example.com",
    "exp=x.%{d}",
    "a:xn--bcher-kva.example",
    "a:example.xn--p1ai",
    "x=",
    "a=",
    "ip4=192.0.2.1",
    "x.y-z_1=%{c}",
    "ra=postmaster"
  ])("%s", (term) => expect(isRead(term)).toBe(true))
})

describe("what can't be read", () => {
  it.each([
    "a:",
    "a/",
    "a/33",
    "a//129",
    "a/024",
    "a/24/64",
    "a//",
    "a:example",
    "a:example.com/",
    "a:.example.com",
    "a:a..example.com",
    `a:${"x".repeat(64)}.com`,
    `a:${"x.".repeat(130)}com`,
    "a:example.123",
    "a:example.-com",
    "ptr/24",
    "ptr:",
    "ip4",
    "ip4:",
    "ip4:192.0.2",
    "ip4:192.0.2.1/33",
    "ip4:192.0.02.1",
    "ip4:192.0.2.256",
    "ip4:2001:db8::1",
    "ip6:192.0.2.1",
    "ip6:2001:db8::/129",
    "ip6:2001:db8::g",
    "ip6:fe80::1%eth0",
    "ip6:[2001:db8::1]",
    "include",
    "include:",
    "include:com",
    "exists",
    "exists:%{x}.example.com",
    "exists:a%b.example.com",
    "exists:%{d0}",
    "redirect=",
    "redirect=com",
    "exp=",
    "all:x",
    "all/0",
    "*all",
    "--all",
    "all,",
    "ipv4:192.0.2.1",
    "unknown",
    "1=2",
    "-redirect=example.com",
    "redirect=a.example.com redirect=b.example.com",
    "exp=a.example.com EXP=b.example.com",
    "a\u00a0mx",
    "a\tmx"
  ])("%s", (term) => expect(isRead(term)).toBe(false))
})

it("knows a record by its version", () => {
  expect(
    ["v=spf1", "V=SPF1 a", "v=spf1 ", "v=spf10", "v=spf1\ta", " v=spf1", "v=spf2.0/pra a"].map(
      isSpfRecord
    )
  ).toEqual([true, true, true, false, false, false, false])
})

const label = FastCheck.stringMatching(/^[a-z0-9_]{1,10}$/)
const name = FastCheck.tuple(
  FastCheck.array(label, { minLength: 1, maxLength: 3 }),
  FastCheck.constantFrom("com", "test", "co-op")
).map(([labels, top]) => [...labels, top].join("."))
const macro = FastCheck.tuple(
  FastCheck.constantFrom(..."slodipvhSLODIPVH".split("")),
  FastCheck.constantFrom("", "1", "12"),
  FastCheck.constantFrom("", "r", "R"),
  FastCheck.constantFrom("", ".", "-+", "/_=")
).map(([letter, digits, reversal, delimiters]) => `%{${letter}${digits}${reversal}${delimiters}}`)
const target = FastCheck.oneof(
  name,
  macro,
  FastCheck.tuple(macro, name).map(([first, rest]) => `${first}.${rest}`),
  FastCheck.tuple(name, macro).map(([first, rest]) => `${first}.${rest}`)
)
const prefix = (limit: number) => FastCheck.integer({ min: 0, max: limit })
const prefixes = FastCheck.tuple(FastCheck.option(prefix(32)), FastCheck.option(prefix(128))).map(
  ([four, six]) =>
    `${four === null ? "" : `/${String(four)}`}${six === null ? "" : `//${String(six)}`}`
)
const optionalTarget = FastCheck.option(target).map((text) => (text === null ? "" : `:${text}`))
const mechanism = FastCheck.oneof(
  FastCheck.constant("all"),
  target.map((text) => `include:${text}`),
  target.map((text) => `exists:${text}`),
  optionalTarget.map((text) => `ptr${text}`),
  FastCheck.tuple(FastCheck.constantFrom("a", "mx", "MX"), optionalTarget, prefixes).map((parts) =>
    parts.join("")
  ),
  FastCheck.tuple(FastCheck.ipV4(), prefix(32)).map(
    ([address, bits]) => `ip4:${address}/${String(bits)}`
  ),
  FastCheck.tuple(FastCheck.ipV6(), prefix(128)).map(
    ([address, bits]) => `ip6:${address}/${String(bits)}`
  )
)
const directive = FastCheck.tuple(FastCheck.constantFrom("", "+", "-", "~", "?"), mechanism).map(
  (parts) => parts.join("")
)

it("reads every record of the grammar, in its order", () => {
  FastCheck.assert(
    FastCheck.property(
      FastCheck.array(directive, { maxLength: 8 }),
      FastCheck.option(target),
      (terms, redirect) => {
        const modifiers = redirect === null ? [] : [`redirect=${redirect}`]
        const record = Result.getOrThrow(parseRecord(["v=spf1", ...modifiers, ...terms].join(" ")))
        expect(record.directives.map(({ text }) => text)).toEqual(terms)
        expect(record.redirect?.text).toBe(redirect ?? undefined)
      }
    ),
    { numRuns: 166 }
  )
})

it("never throws and never hangs, whatever a record says", () => {
  const piece = FastCheck.oneof(
    directive,
    FastCheck.string({ maxLength: 20 }),
    FastCheck.constantFrom(
      "%{",
      "}",
      "%",
      ":",
      "/",
      "//",
      ".",
      "=",
      "-",
      "a",
      "ip6:",
      "\u0000",
      "ÿ"
    )
  )
  FastCheck.assert(
    FastCheck.property(
      FastCheck.array(piece, { maxLength: 12 }),
      FastCheck.constantFrom("", " "),
      (pieces, separator) => {
        const record = parseRecord(`v=spf1 ${pieces.join(separator)}`)
        if (Result.isSuccess(record))
          expect(record.success.directives.every(({ text }) => /^[\x21-\x7e]+$/.test(text))).toBe(
            true
          )
      }
    ),
    { numRuns: 250 }
  )
})

it.each([
  `exists:${"%{d}".repeat(1000)}`,
  `a:${"1".repeat(4000)}`,
  `a:${"a/1".repeat(1300)}`,
  `a:${"a-".repeat(2000)}`,
  `ip6:${":".repeat(4000)}`,
  "a ".repeat(2000),
  "%{".repeat(2000)
])("reads long terms in time that grows with their length alone (case %#)", (term) => {
  parseRecord(`v=spf1 ${term}`)
})

it("compares addresses by their first bits", () => {
  FastCheck.assert(
    FastCheck.property(FastCheck.ipV4(), FastCheck.ipV4(), prefix(32), (one, other, bits) => {
      const bitsOf = (text: string) =>
        addressOf(text)
          .bytes.map((byte) => byte.toString(2).padStart(8, "0"))
          .join("")
          .slice(0, bits)
      expect(isInNetwork(addressOf(one), addressOf(other), bits)).toBe(
        bitsOf(one) === bitsOf(other)
      )
    })
  )
})

it("reads addresses in the spellings of RFC 4291, and an IPv4-mapped one as that of IPv4", () => {
  expect(
    [
      "192.0.2.1",
      "2001:DB8:0::1",
      "::ffff:192.0.2.1",
      "::ffff:c000:201",
      "fe80::1%1",
      "192.0.2",
      "",
      "192.0.2.1/32"
    ].map((text) => parseAddress(text)?.text)
  ).toEqual([
    "192.0.2.1",
    "2001:db8::1",
    "192.0.2.1",
    "192.0.2.1",
    undefined,
    undefined,
    undefined,
    undefined
  ])
})
