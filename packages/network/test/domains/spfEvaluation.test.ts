import { expect, it } from "@effect/vitest"
import type { Zone } from "@telemark/testing"
import { Effect } from "effect"
import { check, withZone } from "./support.js"

const exchangers = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    priority: at,
    exchange: at === 0 ? "host.test" : "far.test"
  }))

const zone: Zone = {
  "host.test": { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] },
  "far.test": { A: ["198.51.100.1"] },
  "failing.test": { A: "servfail", TXT: "servfail" },
  "inside.test": { TXT: ["v=spf1 include:failing.test -all"] },
  "ten.test": { TXT: ["v=spf1 mx -all"], MX: exchangers(10) },
  "eleven.test": { TXT: ["v=spf1 mx -all"], MX: exchangers(11) },
  "many.test": { TXT: ["v=spf1 a:host.test/0 -all"] },
  "dual.test": { TXT: ["v=spf1 a:host.test/24//32 -all"] },
  "loop.test": { TXT: ["v=spf1 include:pool.test -all"] },
  "pool.test": { TXT: ["v=spf1 include:loop.test -all"] },
  "self.test": { TXT: ["v=spf1 a:%{d}x.test include:%{d} -all"] },
  "long.test": { TXT: [`v=spf1 ${"ip4:192.0.2.1 ".repeat(400)}-all`] },
  "octets.test": { TXT: ["v=spf1 ip4:192.0.2.1 exp=é.test -all"] },
  "tabs.test": { TXT: ["v=spf1\tip4:192.0.2.1", "v=spf1 ip4:192.0.2.1\t-all"] },
  "validated.test": { TXT: ["v=spf1 exists:%{p}.ok.test -all"] },
  "mail.validated.test.ok.test": { A: ["127.0.0.2"] },
  "unknown.ok.test": { A: ["127.0.0.2"] },
  "1.2.0.192.in-addr.arpa": { PTR: ["far.test", "other.test", "mail.validated.test"] },
  "mail.validated.test": { A: ["192.0.2.1"] },
  "other.test": { A: ["192.0.2.1"] },
  "2.2.0.192.in-addr.arpa": {
    PTR: [...Array.from({ length: 10 }, (_, at) => `n${String(at)}.test`), "eleventh.ptr.test"]
  },
  "eleventh.ptr.test": { A: ["192.0.2.2"] },
  "3.2.0.192.in-addr.arpa": { PTR: "servfail" },
  "ptr.test": { TXT: ["v=spf1 ptr ~all"] },
  "impossible.test": {
    TXT: ["v=spf1 a:%{l}..test mx:%{l}..test exists:%{l}..test ptr:%{l}..test ip4:192.0.2.1 -all"]
  },
  "impossible-include.test": { TXT: ["v=spf1 include:%{l}..test ip4:192.0.2.1 -all"] },
  "overlong.test": { TXT: [`v=spf1 exists:%{l}.${"a123456789.".repeat(22)}fits.test -all`] },
  [`${"a123456789.".repeat(22)}fits.test`]: { A: ["127.0.0.2"] },
  "alias.test": { CNAME: ["target.test"] },
  "target.test": { TXT: ["v=spf1 ip4:192.0.2.1 -all"] },
  "split.test": { TXT: [["v=spf1 ip4:192.", "0.2.1 -all"]] },
  "seen.test": { TXT: ["v=spf1 exists:%{ir}.%{v}._spf.%{d2} -all"] },
  "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6._spf.seen.test": {
    A: ["127.0.0.2"]
  }
}

const answers = (
  title: string,
  domain: string,
  expected: object,
  address?: string,
  sender?: string
) =>
  it.effect(title, () =>
    Effect.gen(function* () {
      const { lookUps } = yield* withZone(zone)
      expect(yield* check(lookUps, domain, address, sender)).toMatchObject(expected)
    })
  )

answers("a server that fails below an included record is trouble, not a refusal", "inside.test", {
  result: "temperror",
  lookUps: 1
})
answers("looks at ten mail exchangers", "ten.test", { result: "pass", lookUps: 1 })
answers(
  "more than ten mail exchangers are an error, even if the first would match",
  "eleven.test",
  { result: "permerror" }
)
answers("a prefix of IPv4 doesn't count for IPv6", "many.test", { result: "fail" }, "2001:db8::2")
answers("a prefix of IPv4 may be nothing", "many.test", { result: "pass" }, "203.0.113.5")
answers("both prefixes: IPv4", "dual.test", { result: "pass" }, "192.0.2.77")
answers("both prefixes: IPv6", "dual.test", { result: "pass" }, "2001:db8:ffff::9")
answers("records that include each other end at the limit", "loop.test", {
  result: "permerror",
  lookUps: 11
})
answers("a record that includes itself by a macro ends too", "self.test", { result: "permerror" })
answers("a record too long for DNS isn't read", "long.test", { result: "permerror", lookUps: 0 })
answers("octets beyond ASCII are an error", "octets.test", { result: "permerror" })
answers("a tab is no space", "tabs.test", { result: "permerror" })
answers("the macro p is a name that points back, best one below the domain", "validated.test", {
  result: "pass",
  lookUps: 2
})
answers(
  "the macro p is unknown without such a name",
  "validated.test",
  { result: "pass" },
  "192.0.2.9"
)
answers(
  "names of an address beyond the tenth are ignored",
  "ptr.test",
  { result: "softfail" },
  "192.0.2.2"
)
answers(
  "an address whose names can't be looked up has none",
  "ptr.test",
  { result: "softfail", lookUps: 1 },
  "192.0.2.3"
)
answers("a name that DNS can't have after macros doesn't match", "impossible.test", {
  result: "pass",
  lookUps: 4
})
answers("a record of a name that DNS can't have can't be included", "impossible-include.test", {
  result: "permerror"
})
answers(
  "an overlong name loses labels at its left",
  "overlong.test",
  { result: "pass" },
  "192.0.2.1",
  `${"local.".repeat(9)}yy@overlong.test`
)
answers("aliases are followed", "alias.test", { result: "pass" })
answers("the strings of a record are joined without anything between", "split.test", {
  result: "pass"
})
answers(
  "an address of IPv6 is written digit by digit",
  "seen.test",
  { result: "pass" },
  "2001:db8::1"
)
answers("the case of a domain doesn't matter", "TARGET.Test", { result: "pass" })
answers("a name of one label has no record", "localhost", { result: "none", lookUps: 0 })

it.effect("says of an error which record is wrong, and where", () =>
  Effect.gen(function* () {
    const { lookUps } = yield* withZone({
      "a.test": { TXT: ["v=spf1 include:b.test -all"] },
      "b.test": { TXT: ["v=spf1 include=c.test ipv4:192.0.2.1 -all"] }
    })
    expect((yield* check(lookUps, "a.test")).reason).toBe(
      'in the record at b.test: its term "ipv4:192.0.2.1" is not valid'
    )
  })
)

it.effect("asks nothing of terms after the one that matches", () =>
  Effect.gen(function* () {
    const { lookUps, peer } = yield* withZone({
      "a.test": { TXT: ["v=spf1 ip4:192.0.2.1 include:b.test mx -all"] }
    })
    expect(yield* check(lookUps, "a.test")).toMatchObject({ result: "pass", lookUps: 0 })
    expect(peer.queries).toEqual([{ name: "a.test", type: "TXT" }])
  })
)
