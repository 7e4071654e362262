import { describe, expect, it } from "@effect/vitest"
import type { Zone } from "@telemark/testing"
import { Effect } from "effect"
import { domain, spfOf } from "./verifying.js"

type Asked = Parameters<typeof spfOf>[1]

const finds = (title: string, record: string, expected: object, asked?: Asked, more?: Zone) =>
  it.effect(title, () =>
    Effect.map(spfOf(record, asked, more), (finding) => expect(finding).toMatchObject(expected))
  )

const ours = "include:_spf.sender.example"
const name = "_spf.sender.example"

/**
 * An error that says nothing of the domain: it changes no flag, and whoever runs this service is
 * told why.
 */
const operators = (reason: string) => ({
  verified: false,
  status: "temperror",
  suggestion: null,
  message: expect.stringMatching(
    new RegExp(
      `since .*${reason}.* Its operator must correct that; you don't need to change the domain\\.$`
    )
  )
})
const customers = (reason: string) => ({
  status: "permerror",
  message: expect.stringContaining(reason) as unknown
})

const include = (count: number) =>
  Array.from({ length: count }, (_, at) => `a:n${String(at)}.example`).join(" ")
const addresses = (count: number): Zone =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`n${String(at)}.example`, { A: ["198.51.100.1"] }])
  )

describe("an error in a record that this service provides is its operator's", () => {
  const sending = { sending_ips: ["192.0.2.1"] }
  finds(
    "no record at the name",
    `v=spf1 ${ours} ~all`,
    operators("it refers to _spf.sender.example, which has no SPF record"),
    sending,
    { [name]: { TXT: [] } }
  )
  finds(
    "no such name, and no sending addresses are known",
    "v=spf1 include:gone.example ~all",
    operators("has no SPF record"),
    {
      spf: "include:gone.example"
    }
  )
  finds(
    "a record that can't be read",
    `v=spf1 mx ${ours} ~all`,
    operators("is not valid"),
    sending,
    {
      [domain]: { MX: [] },
      [name]: { TXT: ["v=spf1 ipv4:192.0.2.1 ~all"] }
    }
  )
  finds("two records", `v=spf1 ${ours} ~all`, operators("more than one SPF record"), sending, {
    [name]: { TXT: ["v=spf1 ~all", "v=spf1 mx ~all"] }
  })
  finds(
    "a record that it includes is gone",
    `v=spf1 ${ours} ~all`,
    operators("gone.example"),
    sending,
    {
      [name]: { TXT: ["v=spf1 include:gone.example ip4:192.0.2.1 ~all"] }
    }
  )
  finds(
    "too many look-ups by itself, behind one of the domain's own",
    `v=spf1 a:own.example ${ours} ~all`,
    operators("more than 10 DNS look-ups"),
    sending,
    {
      ...addresses(10),
      "own.example": { A: ["198.51.100.2"] },
      [name]: { TXT: [`v=spf1 ${include(10)} ip4:192.0.2.1 ~all`] }
    }
  )
  finds("names that don't exist", `v=spf1 ${ours} ~all`, operators("don't exist"), sending, {
    [name]: { TXT: ["v=spf1 a:x.example a:y.example a:z.example ip4:192.0.2.1 ~all"] }
  })
  finds(
    "a record that includes itself",
    "v=spf1 include:loop.example ~all",
    operators("more than 10 DNS look-ups"),
    { spf: "include:loop.example" },
    {
      "loop.example": { TXT: ["v=spf1 include:loop.example include:pool.example ~all"] },
      "pool.example": { TXT: ["v=spf1 include:loop.example redirect=pool.example"] }
    }
  )
  finds(
    "reached by a redirect, or by a record of the domain's own",
    "v=spf1 redirect=own.example",
    operators("has no SPF record"),
    sending,
    {
      "own.example": { TXT: [`v=spf1 ${ours} ~all`] },
      [name]: { TXT: [] }
    }
  )
  finds(
    "a host with too many mail exchangers",
    "v=spf1 mx:mail.sender.example ~all",
    operators("more than 10 mail exchangers"),
    {
      ...sending,
      spf: "mx:mail.sender.example"
    },
    {
      "mail.sender.example": {
        MX: Array.from({ length: 11 }, (_, at) => ({
          priority: 1,
          exchange: `n${String(at)}.example`
        }))
      }
    }
  )
  finds(
    "met by other addresses alone: a warning says whose it is",
    `v=spf1 ${ours} ~all`,
    {
      status: "pass",
      warnings: [
        expect.stringMatching(/gone\.example.*The operator of this service must correct that\.$/)
      ]
    },
    sending,
    { [name]: { TXT: ["v=spf1 ip4:192.0.2.1 include:gone.example ~all"] } }
  )
})

describe("an error of the domain's own stays the domain's", () => {
  const gone = { [name]: { TXT: [] } }
  const sending = { sending_ips: ["192.0.2.1"] }
  finds(
    "beside a broken record of ours",
    `v=spf1 include:gone.example ${ours} ~all`,
    customers("gone.example"),
    sending,
    gone
  )
  finds(
    "too many look-ups ahead of ours, which takes few",
    `v=spf1 ${include(10)} ${ours} ~all`,
    customers("more than 10 DNS look-ups"),
    sending,
    addresses(10)
  )
  finds(
    "its own mail exchangers, though mx was handed out",
    "v=spf1 mx ~all",
    customers("more than 10 mail exchangers"),
    { ...sending, spf: "mx" },
    {
      [domain]: {
        MX: Array.from({ length: 11 }, (_, at) => ({
          priority: 1,
          exchange: `n${String(at)}.example`
        }))
      }
    }
  )
  finds(
    "a name below it, though a macro of ours leads there",
    "v=spf1 include:%{d2}.shop.example ~all",
    customers("has no SPF record"),
    {
      ...sending,
      spf: "include:%{d2}.shop.example"
    }
  )
  finds(
    "ours doesn't stand in its record",
    "v=spf1 ip4:198.51.100.1 ~all",
    { status: "not_authorized" },
    sending,
    gone
  )
})

describe("a term that refuses this service before the record it provides", () => {
  finds(
    "is named, and ours is suggested ahead of it",
    `v=spf1 mx -ip4:192.0.2.0/25 ${ours} ~all`,
    {
      status: "not_authorized",
      suggestion: `v=spf1 mx ${ours} -ip4:192.0.2.0/25 ~all`,
      message:
        "The record doesn't allow 192.0.2.0, from which this service sends (fail): its term -ip4:192.0.2.0/25 comes before " +
        "every mechanism that allows the address. Replace it with the suggested record."
    },
    {},
    { [domain]: { MX: [] } }
  )
  finds(
    "the first of several that refuse",
    `v=spf1 ?ip6:2001:db8::/32 ip4:198.51.100.1 ~ip4:192.0.2.0/24 ${ours} -all`,
    {
      status: "not_authorized",
      suggestion: `v=spf1 ${ours} ?ip6:2001:db8::/32 ip4:198.51.100.1 ~ip4:192.0.2.0/24 -all`
    }
  )
  finds(
    "and ours doesn't stand in the record at all",
    "v=spf1 -ip4:192.0.2.0/25 ~all",
    {
      status: "not_authorized",
      suggestion: `v=spf1 ${ours} -ip4:192.0.2.0/25 ~all`
    },
    { sending_ips: ["192.0.2.1"] }
  )
  finds(
    "and is ours with a sign before it",
    `v=spf1 ?${ours} ip4:198.51.100.1 -all`,
    {
      status: "not_authorized",
      suggestion: `v=spf1 ip4:198.51.100.1 ${ours} -all`
    },
    { sending_ips: ["198.51.100.2"] }
  )
  finds("all is none of those", "v=spf1 ip4:198.51.100.1 -all", {
    status: "not_authorized",
    suggestion: `v=spf1 ip4:198.51.100.1 ${ours} -all`,
    message: expect.stringContaining("sends (fail). Replace")
  })
})
