import { expect, it } from "@effect/vitest"
import type { Zone } from "@telemark/testing"
import { Effect } from "effect"
import { spf } from "mailauth"
import type { SpfResult } from "../../src/spf/checkHost.js"
import { check, resolverOf, withZone } from "./support.js"

const address = "192.0.2.1"
const six = "2001:db8::1"

const chain = (length: number, last: string): Zone =>
  Object.fromEntries(
    Array.from({ length }, (_, at) => [
      `c${String(at)}.chain${String(length)}.test`,
      {
        TXT: [
          at === length - 1
            ? `v=spf1 ${last}`
            : `v=spf1 include:c${String(at + 1)}.chain${String(length)}.test -all`
        ]
      }
    ])
  )

const zone: Zone = {
  ...chain(10, "ip4:192.0.2.1 -all"),
  ...chain(11, "ip4:192.0.2.1 -all"),
  "ours.test": { TXT: ["v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all"] },
  "theirs.test": { TXT: ["v=spf1 ip4:198.51.100.0/24 -all"] },
  "soft.test": { TXT: ["v=spf1 ~all"] },
  "broken.test": { TXT: ["v=spf1 ip4:300.1.2.3 -all"] },
  "host.test": { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] },
  "hosts.test": { A: ["198.51.100.1", "192.0.2.1"] },
  "near.test": { A: ["192.0.2.200"] },
  "far.test": { A: ["198.51.100.7"] },
  "norecords.test": { MX: [{ priority: 10, exchange: "far.test" }] },
  "failing.test": { A: "servfail", MX: "servfail", TXT: "servfail" },
  "refusing.test": { TXT: "refused" },
  "silent.test": { TXT: "silence" },
  "1.2.0.192.in-addr.arpa": { PTR: ["mail.ptr.test", "liar.ptr.test"] },
  "mail.ptr.test": { A: ["192.0.2.1"] },
  "liar.ptr.test": { A: ["203.0.113.1"] },
  "192.0.2.1.seen.test": { A: ["127.0.0.2"] },
  "1.2.0.192.in-addr.seen.test": { A: ["127.0.0.2"] },
  "postmaster.users.test": { A: ["127.0.0.2"] }
}

/** A zone of its own for each record, as that of `name.test`. */
const cases: ReadonlyArray<
  readonly [
    title: string,
    expected: SpfResult,
    record: string | ReadonlyArray<string>,
    more?: Zone[string]
  ]
> = [
  ["network", "pass", "v=spf1 ip4:192.0.2.0/24 -all"],
  ["address", "pass", "v=spf1 ip4:192.0.2.1 -all"],
  ["other network", "fail", "v=spf1 ip4:198.51.100.0/24 -all"],
  ["first bits alone", "pass", "v=spf1 ip4:192.0.3.77/23 -all"],
  ["every address of IPv4", "pass", "v=spf1 ip4:203.0.113.9/0 -all"],
  ["soft fail", "softfail", "v=spf1 ip4:198.51.100.0/24 ~all"],
  ["neutral", "neutral", "v=spf1 ?all"],
  ["nothing said", "neutral", "v=spf1 ip4:198.51.100.0/24"],
  ["bare version", "neutral", "v=spf1"],
  ["everybody", "pass", "v=spf1 +all"],
  ["refused by name", "fail", "v=spf1 -ip4:192.0.2.1 +all"],
  ["upper case", "pass", "V=SPF1 IP4:192.0.2.1 -ALL"],
  ["several spaces", "pass", "v=spf1   ip4:192.0.2.1   -all "],
  ["another version", "none", "v=spf10 ip4:192.0.2.1 -all"],
  ["other text beside it", "pass", ["verification=abc", "v=spf1 ip4:192.0.2.1 -all"]],
  ["two records", "permerror", ["v=spf1 ip4:192.0.2.1 -all", "v=spf1 -all"]],
  ["own address", "pass", "v=spf1 a -all", { A: ["192.0.2.1"] }],
  ["own address, another", "fail", "v=spf1 a -all", { A: ["198.51.100.1"] }],
  ["address of another name", "pass", "v=spf1 a:host.test -all"],
  ["one of several addresses", "pass", "v=spf1 a:hosts.test -all"],
  ["network around an address", "pass", "v=spf1 a:near.test/24 -all"],
  ["no network around an address", "fail", "v=spf1 a:near.test -all"],
  [
    "mail exchanger",
    "pass",
    "v=spf1 mx -all",
    {
      MX: [
        { priority: 10, exchange: "far.test" },
        { priority: 20, exchange: "host.test" }
      ]
    }
  ],
  [
    "mail exchanger's network",
    "pass",
    "v=spf1 mx/24 -all",
    { MX: [{ priority: 10, exchange: "near.test" }] }
  ],
  ["null mail exchanger", "fail", "v=spf1 mx -all", { MX: [{ priority: 0, exchange: "" }] }],
  ["address in place of mail exchangers", "fail", "v=spf1 mx -all", { A: ["192.0.2.1"] }],
  ["included", "pass", "v=spf1 include:ours.test -all"],
  ["included, and fails there", "fail", "v=spf1 include:theirs.test -all"],
  ["included soft fail isn't ours", "neutral", "v=spf1 include:soft.test ?all"],
  ["included after all", "fail", "v=spf1 -all include:ours.test"],
  ["included with a minus", "fail", "v=spf1 -include:ours.test +all"],
  ["included broken record", "permerror", "v=spf1 include:broken.test +all"],
  ["included name without record", "permerror", "v=spf1 include:host.test +all"],
  ["included name that doesn't exist", "permerror", "v=spf1 include:nowhere.test +all"],
  ["included name in trouble", "temperror", "v=spf1 include:refusing.test -all"],
  ["a term before trouble", "pass", "v=spf1 ip4:192.0.2.1 include:refusing.test -all"],
  ["redirected", "pass", "v=spf1 redirect=ours.test"],
  ["redirected, and fails there", "fail", "v=spf1 redirect=theirs.test"],
  ["redirected after all", "softfail", "v=spf1 redirect=ours.test ~all"],
  ["redirected to nothing", "permerror", "v=spf1 redirect=nowhere.test"],
  ["redirected twice", "permerror", "v=spf1 redirect=ours.test redirect=theirs.test"],
  ["exists by address", "pass", "v=spf1 exists:%{i}.seen.test -all"],
  ["exists by reversed address", "pass", "v=spf1 exists:%{ir}.%{v}.seen.test -all"],
  ["exists by local part", "pass", "v=spf1 exists:%{l}.users.test -all"],
  ["doesn't exist", "fail", "v=spf1 exists:%{l}.nobody.test -all"],
  ["name of the address", "pass", "v=spf1 ptr:ptr.test -all"],
  ["name that doesn't point back", "fail", "v=spf1 ptr:liar.ptr.test -all"],
  ["other name than the address has", "fail", "v=spf1 ptr:example.test -all"],
  ["unknown mechanism", "permerror", "v=spf1 ip5:192.0.2.1 -all"],
  ["mechanism as a modifier", "fail", "v=spf1 ip4=192.0.2.1 -all"],
  ["unknown modifier", "pass", "v=spf1 x-note=hello.world ip4:192.0.2.1 -all"],
  ["wrong address", "permerror", "v=spf1 ip4:192.0.2 -all"],
  ["prefix too long", "permerror", "v=spf1 ip4:192.0.2.1/33 -all"],
  ["error after what matches", "permerror", "v=spf1 ip4:192.0.2.1 foo -all"],
  ["all with a name", "permerror", "v=spf1 ip4:198.51.100.1 all:x.test"],
  ["empty include", "permerror", "v=spf1 include: -all"],
  ["unknown macro", "permerror", "v=spf1 exists:%{x}.seen.test -all"],
  ["lone percent sign", "permerror", "v=spf1 exists:%seen.test -all"],
  ["address in trouble", "temperror", "v=spf1 a:failing.test -all"],
  ["mail exchanger in trouble", "temperror", "v=spf1 mx:failing.test -all"],
  ["ten look-ups one inside the other", "pass", "v=spf1 include:c0.chain10.test -all"],
  ["eleven look-ups one inside the other", "permerror", "v=spf1 include:c0.chain11.test -all"],
  ["two questions without answer", "pass", "v=spf1 a:no1.test a:no2.test ip4:192.0.2.1 -all"],
  [
    "three questions without answer",
    "permerror",
    "v=spf1 a:no1.test a:no2.test a:no3.test ip4:192.0.2.1 -all"
  ],
  ["loop through itself", "permerror", "v=spf1 include:name.test ip4:192.0.2.1 -all"],
  ["redirect to itself", "permerror", "v=spf1 redirect=name.test"],
  ["no record", "none", ["just text"]]
]

/** What we say, and what mailauth says. */
const both = (served: Zone, name: string, ip: string, timeout?: number) =>
  Effect.gen(function* () {
    const { lookUps, peer } = yield* withZone(served, timeout)
    const ours = yield* check(lookUps, name, ip)
    const resolver = resolverOf(peer, timeout)
    // Its types know of texts alone, while it takes what Node answers.
    const resolve = (asked: string, type: string) =>
      resolver.resolve(asked, type) as Promise<Array<string>>
    const theirs = yield* Effect.promise(() =>
      spf({ ip, sender: `postmaster@${name}`, helo: name, resolver: resolve })
    )
    return [ours.result, theirs.status.result]
  })

for (const [title, expected, record, more = {}] of cases) {
  it.effect(`evaluates as mailauth does: ${title} (${expected})`, () =>
    Effect.gen(function* () {
      const served = {
        ...zone,
        "name.test": { ...more, TXT: typeof record === "string" ? [record] : record }
      }
      expect(yield* both(served, "name.test", address)).toEqual([expected, expected])
    })
  )
}

const names: ReadonlyArray<
  readonly [title: string, expected: SpfResult, name: string, address: string, timeout?: number]
> = [
  ["a name that doesn't exist", "none", "nowhere.test", address],
  ["a server that fails", "temperror", "failing.test", address],
  ["a server that refuses", "temperror", "refusing.test", address],
  ["a silent server", "temperror", "silent.test", address, 50],
  ["an address of IPv6", "pass", "ours.test", six],
  ["another address of IPv6", "fail", "ours.test", "2001:db9::1"],
  ["an IPv4-mapped address", "pass", "ours.test", "::ffff:192.0.2.1"],
  ["a network of IPv4 alone", "fail", "theirs.test", six]
]

for (const [title, expected, name, ip, timeout] of names) {
  it.effect(`evaluates as mailauth does: ${title} (${expected})`, () =>
    Effect.map(both(zone, name, ip, timeout), (results) =>
      expect(results).toEqual([expected, expected])
    )
  )
}
