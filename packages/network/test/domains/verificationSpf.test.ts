import { expect, it } from "@effect/vitest"
import type { Zone } from "@telemark/testing"
import { Effect } from "effect"
import { domain, spfOf } from "./verifying.js"

type Asked = Parameters<typeof spfOf>[1]

const finds = (
  title: string,
  record: string | ReadonlyArray<string>,
  expected: object,
  asked?: Asked,
  more?: Zone
) =>
  it.effect(`SPF record: ${title}`, () =>
    Effect.map(spfOf(record, asked, more), (finding) => expect(finding).toMatchObject(expected))
  )

const addresses = { spf: "ip4:192.0.2.1 ip6:2001:db8::1" }
const own = { spf: "a mx" }
const ours = "include:_spf.sender.example"

finds("lists the same addresses: pass", "v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all", {
  verified: true,
  status: "pass",
  suggestion: null,
  lookups: 0
})
finds("lists some of the addresses alone", "v=spf1 ip4:192.0.2.0/24 -all", {
  verified: false,
  status: "not_authorized",
  suggestion: `v=spf1 ip4:192.0.2.0/24 ${ours} -all`,
  message: expect.stringContaining("2001:db8::")
})
finds(
  "mentions ours after all",
  `v=spf1 mx -all ${ours}`,
  { status: "not_authorized", suggestion: `v=spf1 mx ${ours} -all` },
  {},
  { [domain]: { MX: [] } }
)
finds("refuses ours", `v=spf1 -${ours} ~all`, {
  status: "not_authorized",
  suggestion: null,
  message: expect.stringContaining("Replace it with the expected record.")
})
finds(
  "puts ours ahead of a redirect",
  "v=spf1 redirect=other.example",
  {
    status: "not_authorized",
    suggestion: `v=spf1 ${ours} redirect=other.example`
  },
  {},
  {
    "other.example": { TXT: ["v=spf1 -all"] }
  }
)
finds("puts ours at the end where there is no all", "v=spf1 ip4:198.51.100.1 exp=why.example", {
  status: "not_authorized",
  suggestion: `v=spf1 ip4:198.51.100.1 ${ours} exp=why.example`
})
finds("lets everybody send, which works and is unwise", "v=spf1 +all", {
  verified: true,
  status: "pass",
  warnings: [expect.stringContaining("any server")]
})
finds(
  "lets everybody send by an included record",
  "v=spf1 include:all.example -all",
  {
    status: "pass",
    lookups: 1,
    warnings: [expect.stringContaining("any server")]
  },
  {},
  {
    "all.example": { TXT: ["v=spf1 ip4:0.0.0.0/0 ip6:::/0"] }
  }
)
finds(
  "two records, one of them ours: suggests both in one",
  [`v=spf1 ${ours} ~all`, "v=spf1 ip4:198.51.100.1 -all"],
  {
    verified: false,
    status: "multiple",
    suggestion: `v=spf1 ip4:198.51.100.1 ${ours} -all`,
    found: expect.stringContaining(" | ")
  }
)
finds(
  "two other records: suggests nothing",
  ["v=spf1 ip4:203.0.113.1 ~all", "v=spf1 ip4:198.51.100.1 -all"],
  { status: "multiple", suggestion: null }
)
finds(
  "our record twice: suggests nothing but what was handed out",
  [`v=spf1 ${ours} ~all`, `V=spf1  ${ours} ~all `],
  { status: "multiple", suggestion: null }
)
finds("a record with a mistake", "v=spf1 ipv4:192.0.2.1 ~all", {
  status: "permerror",
  suggestion: null,
  message: expect.stringContaining('"ipv4:192.0.2.1"')
})

const ten = Array.from({ length: 10 }, (_, at) => `n${String(at)}.example`)
const tenAddresses: Zone = Object.fromEntries(ten.map((name) => [name, { A: ["198.51.100.1"] }]))
const tenTerms = ten.map((name) => `a:${name}`).join(" ")
finds(
  "ours after ten other look-ups",
  `v=spf1 ${tenTerms} ${ours} ~all`,
  {
    status: "permerror",
    lookups: 11,
    message: expect.stringContaining("more than 10 DNS look-ups")
  },
  {},
  tenAddresses
)
finds(
  "ours before ten other look-ups: works, and is unwise",
  `v=spf1 ${ours} ${tenTerms} ~all`,
  {
    status: "pass",
    lookups: 11,
    warnings: [expect.stringContaining("more than 10 DNS look-ups")]
  },
  {},
  tenAddresses
)

finds(
  "names that don't exist ahead of ours",
  `v=spf1 a:x.example mx:y.example a:z.example ${ours} ~all`,
  { status: "permerror", message: expect.stringContaining("don't exist") }
)
finds(
  "addresses handed out",
  "v=spf1 ip4:192.0.2.1 ip6:2001:db8::1 ~all",
  { status: "pass" },
  addresses
)
finds(
  "the record before an address was added",
  "v=spf1 ip4:192.0.2.1 ~all",
  {
    status: "not_authorized",
    suggestion: null,
    message: expect.stringContaining("Replace it with the expected record.")
  },
  addresses
)
finds(
  "an included record within ours that is wide: its first addresses stand for it",
  "v=spf1 ip4:203.0.113.0/24 ~all",
  { status: "not_authorized", message: expect.stringContaining("192.0.2.0") }
)
finds(
  "every sending address has to be allowed",
  `v=spf1 ${ours} ~all`,
  {
    status: "not_authorized",
    message: expect.stringContaining("198.51.100.9"),
    suggestion: null
  },
  {
    sending_ips: ["192.0.2.1", "198.51.100.9"]
  }
)
finds(
  "sending addresses are what counts, if they are given",
  "v=spf1 ip4:198.51.100.9 ~all",
  { status: "pass" },
  { sending_ips: ["198.51.100.9"] }
)

// `a mx`: addresses of the customer's own domain.
finds("own addresses", "v=spf1 a mx ~all", { status: "pass", lookups: 2, suggestion: null }, own, {
  [domain]: { A: ["198.51.100.1"], MX: [{ priority: 10, exchange: "mail.example" }] },
  "mail.example": { AAAA: ["2001:db8::7"] }
})
finds(
  "own addresses, listed",
  "v=spf1 ip4:198.51.100.1 ip6:2001:db8::7 ~all",
  { status: "pass" },
  own,
  {
    [domain]: { A: ["198.51.100.1"], MX: [{ priority: 10, exchange: "mail.example" }] },
    "mail.example": { AAAA: ["2001:db8::7"] }
  }
)
finds(
  "own addresses, one missing",
  "v=spf1 a -all",
  { status: "not_authorized", suggestion: "v=spf1 a mx -all" },
  own,
  {
    [domain]: { A: ["198.51.100.1"], MX: [{ priority: 10, exchange: "mail.example" }] },
    "mail.example": { A: ["198.51.100.2"] }
  }
)
finds(
  "no own addresses: the mechanisms have to stand there",
  "v=spf1 mx a:shop.example ~all",
  { status: "pass", lookups: 2 },
  own
)
finds(
  "no own addresses, and a mechanism doesn't stand there",
  "v=spf1 a ~all",
  {
    status: "not_authorized",
    suggestion: null,
    message: expect.stringContaining("doesn't have mx")
  },
  own
)
finds(
  "no own addresses, and a mechanism stands after all",
  "v=spf1 a ~all mx",
  { status: "not_authorized" },
  own
)
finds(
  "no own addresses, and a mechanism says fail",
  "v=spf1 a -mx ~all",
  { status: "not_authorized" },
  own
)
finds(
  "no own addresses, and a record that can't be used",
  "v=spf1 a mx a:gone.example ~all",
  { status: "permerror" },
  own
)
finds(
  "a macro in what was handed out is that of the domain",
  "v=spf1 include:%{d}._spf.example ~all",
  { status: "pass" },
  {
    spf: "include:%{d}._spf.example"
  },
  {
    "shop.example._spf.example": { TXT: ["v=spf1 ip4:192.0.2.1 ~all"] }
  }
)
finds(
  "what can't be sampled has to stand there",
  "v=spf1 exists:%{i}._spf.example ~all",
  { status: "pass", lookups: 1 },
  { spf: "exists:%{i}._spf.example" }
)
finds(
  "mechanisms that this service can't hand out are trouble of its own",
  "v=spf1 a ~all",
  { status: "temperror", message: expect.stringContaining("operator") },
  { spf: "ipv4:192.0.2.1" }
)
finds(
  "addresses that this service can't have are trouble of its own",
  "v=spf1 a ~all",
  { status: "temperror", message: expect.stringContaining("operator") },
  { sending_ips: ["mail.example"] }
)
