import { expect, it } from "vitest"
import { expand, isMacroString, parseMacroString } from "../../src/spf/macros.js"
import { addressOf } from "./support.js"

const values = {
  sender: "strong-bad@email.example.com",
  domain: "email.example.com",
  address: addressOf("192.0.2.3"),
  helo: "mx.example.org",
  validatedName: "mx.example.org"
}
const six = { ...values, address: addressOf("2001:db8::cb01") }

// The examples of RFC 7208 7.4, and some beside them.
it.each([
  ["%{s}", "strong-bad@email.example.com"],
  ["%{o}", "email.example.com"],
  ["%{d}", "email.example.com"],
  ["%{d4}", "email.example.com"],
  ["%{d3}", "email.example.com"],
  ["%{d2}", "example.com"],
  ["%{d1}", "com"],
  ["%{dr}", "com.example.email"],
  ["%{d2r}", "example.email"],
  ["%{l}", "strong-bad"],
  ["%{l-}", "strong.bad"],
  ["%{lr}", "strong-bad"],
  ["%{lr-}", "bad.strong"],
  ["%{l1r-}", "strong"],
  ["%{ir}.%{v}._spf.%{d2}", "3.2.0.192.in-addr._spf.example.com"],
  ["%{lr-}.lp._spf.%{d2}", "bad.strong.lp._spf.example.com"],
  ["%{lr-}.lp.%{ir}.%{v}._spf.%{d2}", "bad.strong.lp.3.2.0.192.in-addr._spf.example.com"],
  ["%{ir}.%{v}.%{l1r-}.lp._spf.%{d2}", "3.2.0.192.in-addr.strong.lp._spf.example.com"],
  ["%{d2}.trusted-domains.example.net", "example.com.trusted-domains.example.net"],
  ["%{h}/%{p}", "mx.example.org/mx.example.org"],
  ["%{S}", "strong-bad%40email.example.com"],
  ["%{DR}", "com.example.email"],
  ["a%%b%_c%-d", "a%b c%20d"],
  ["%{o.-2}", undefined],
  ["%{d02}", "example.com"],
  ["%{d0}", undefined],
  ["%{c}", undefined],
  ["%{x}", undefined],
  ["%{d", undefined],
  ["%d", undefined],
  ["%", undefined]
])("%s expands to %s", (text, expected) => {
  const parts = parseMacroString(text)
  expect(parts === undefined ? undefined : expand(parts, values)).toBe(expected)
})

it("writes an address of IPv6 digit by digit", () => {
  expect(expand(parseMacroString("%{ir}.%{v}._spf.%{d2}") ?? [], six)).toBe(
    "1.0.b.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6._spf.example.com"
  )
})

it("accepts the macros of explanations if nothing is looked up", () => {
  expect([isMacroString("%{c}%{r}%{t}"), isMacroString("%{q}")]).toEqual([true, false])
})
