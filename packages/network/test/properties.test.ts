import { parseDnsServers, parseNetworks } from "@telemark/network"
import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { BlockList, isIP } from "node:net"
import { readUnmapped } from "../src/dns/address.js"
import { parseHost } from "../src/guard/host.js"
import { isPermitted } from "../src/guard/networks.js"

const octet = fc.integer({ min: 0, max: 255 })
const octets = fc.tuple(octet, octet, octet, octet)
const dotted = (parts: ReadonlyArray<number>): string => parts.join(".")
const number = (parts: ReadonlyArray<number>): number =>
  parts.reduce((sum, part) => sum * 256 + part, 0)
const hexadecimal = (value: number): string => value.toString(16)
const group = (high: number, low: number): string => hexadecimal(high * 256 + low)

const ipv4 = octets.map(dotted)
const ipv6 = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
  .map((groups) => groups.map(hexadecimal).join(":"))

/** Ways to write a number of a part. */
const base = fc.constantFrom<(value: number) => string>(
  String,
  (value) => `0x${hexadecimal(value)}`,
  (value) => `0X${hexadecimal(value).toUpperCase()}`,
  (value) => `0${value.toString(8)}`
)
const digits = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (text) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x1d7d8 + Number(digit))),
  (text) => text.replace(/\./g, "。"),
  (text) => text.replace(/\./g, "．"),
  (text) => `${text}.`,
  (text) => text.replace(/^./, "$&\u00ad")
)
/** An address with a spelling of it. */
const spelled = fc
  .record({
    parts: octets,
    count: fc.integer({ min: 1, max: 4 }),
    bases: fc.tuple(base, base, base, base),
    digits
  })
  .map(({ bases, count, digits, parts }) => {
    const values = [...parts.slice(0, count - 1), number(parts.slice(count - 1))]
    return {
      address: dotted(parts),
      spelling: digits(values.map((value, index) => bases[index]?.(value) ?? "").join("."))
    }
  })
const mapped = octets.chain((parts) => {
  const [a, b, c, d] = parts
  return fc
    .constantFrom(
      `::ffff:${dotted(parts)}`,
      `[::FFFF:${group(a, b)}:${group(c, d)}]`,
      `0:0:0:0:0:ffff:${group(a, b)}:${group(c, d)}`
    )
    .map((spelling) => ({
      address: dotted(parts),
      spelling
    }))
})

// Written down apart from the library, by IANA's registries of special-purpose addresses.
const special = new BlockList()
for (const network of [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  "168.63.129.16/32"
])
  special.addSubnet(network.split("/")[0]!, Number(network.split("/")[1]), "ipv4")
const special6 = new BlockList()
for (const network of ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"])
  special6.addSubnet(network.split("/")[0]!, Number(network.split("/")[1]), "ipv6")
const global = new BlockList()
global.addSubnet("2000::", 3, "ipv6")

const open = (address: string): boolean => {
  const read = readUnmapped(address)
  return read !== undefined && isPermitted(read, [])
}

const near = fc
  .tuple(
    fc.constantFrom(
      "10",
      "100.64",
      "127",
      "169.254",
      "172.16",
      "172.31",
      "192.0.0",
      "192.168",
      "198.18",
      "224",
      "255"
    ),
    octets
  )
  .map(([prefix, parts]) => dotted([...prefix.split(".").map(Number), ...parts].slice(0, 4)))
const near6 = fc
  .tuple(
    fc.constantFrom(
      "2001:",
      "2001:db8:",
      "2002:",
      "2620:4f:8000:",
      "3fff:",
      "fc00:",
      "fe80:",
      "64:ff9b:",
      "2000:",
      "3ffe:",
      "::"
    ),
    ipv6
  )
  .map(([prefix, address]) =>
    prefix === "::"
      ? `::${address.split(":").slice(5).join(":")}`
      : [...prefix.split(":").filter(Boolean), ...address.split(":")].slice(0, 8).join(":")
  )

describe("hosts", () => {
  it("are one address, however it is spelled", () => {
    fc.assert(
      fc.property(fc.oneof(spelled, mapped), ({ address, spelling }) => {
        expect([spelling, parseHost(spelling)]).toEqual([spelling, { _tag: "Address", address }])
      }),
      { numRuns: 500 }
    )
  })

  it("are an address in its usual form, a name that no resolver can take for one, or nothing", () => {
    const characters = fc.constantFrom(
      ..."0123456789abcfx.:[]%@-_ /\\\t\0①２。．％：［\u00ad\u200b".split("")
    )
    const anything = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.array(characters, { maxLength: 20 }).map((each) => each.join("")),
      fc.domain(),
      ipv4,
      ipv6
    )
    fc.assert(
      fc.property(anything, (text) => {
        const host = parseHost(text)
        if (host?._tag === "Address") expect(isIP(host.address)).not.toBe(0)
        if (host?._tag === "Name") {
          expect(host.name).toMatch(/^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/)
          expect(host.name).not.toMatch(/(^|\.)(\d+|0x[\da-f]*)$/)
        }
        const again =
          host === undefined
            ? undefined
            : parseHost(host._tag === "Address" ? host.address : host.name)
        expect(again).toEqual(host)
      }),
      { numRuns: 500 }
    )
  })
})

describe("addresses", () => {
  it("of IPv4 are open unless a registry has them as special", () => {
    fc.assert(
      fc.property(fc.oneof(ipv4, near), (address) => {
        expect([address, open(address)]).toEqual([address, !special.check(address)])
      }),
      { numRuns: 750 }
    )
  })

  it("of IPv6 are open only where they are given out and neither special nor with a closed address within", () => {
    fc.assert(
      fc.property(fc.oneof(ipv6, near6), (address) => {
        fc.pre(readUnmapped(address)?.kind() === "ipv6")
        if (open(address))
          expect([address, global.check(address, "ipv6"), special6.check(address, "ipv6")]).toEqual(
            [address, true, false]
          )
        else if (global.check(address, "ipv6"))
          expect([address, special6.check(address, "ipv6") || /:5efe:/.test(address)]).toEqual([
            address,
            true
          ])
      }),
      { numRuns: 750 }
    )
  })

  it("are the same mapped into IPv6, and never open in the other ways of writing IPv4 into IPv6", () => {
    fc.assert(
      fc.property(octets, (parts) => {
        const [a, b, c, d] = parts
        const address = dotted(parts)
        expect(open(`::ffff:${address}`)).toBe(open(address))
        expect(
          [
            `::${address}`,
            `64:ff9b::${address}`,
            `::ffff:0:${address}`,
            `2002:${group(a, b)}:${group(c, d)}::1`
          ].filter(open)
        ).toEqual([])
      })
    )
  })
})

describe("networks", () => {
  const network = fc.oneof(
    fc.record({ address: ipv4, prefix: fc.integer({ min: 0, max: 32 }), bits: fc.constant(32) }),
    fc.record({ address: ipv6, prefix: fc.integer({ min: 0, max: 128 }), bits: fc.constant(128) })
  )

  it("are taken only without bits after the prefix, and then they hold their address", () => {
    fc.assert(
      fc.property(network, ({ address, prefix }) => {
        const text = `${address}/${String(prefix)}`
        const outcome = parseNetworks(text)
        if (Result.isFailure(outcome)) {
          expect(outcome.failure).toContain("has bits set after its prefix")
          expect(outcome.failure).not.toContain(text)
        } else expect(parseNetworks(outcome.success.join(","))).toEqual(outcome)
      })
    )
  })

  it("and servers are read or faulted whatever the text, and never repeated", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 12, maxLength: 60 }), (text) => {
        for (const outcome of [parseNetworks(text), parseDnsServers(text)])
          if (Result.isFailure(outcome)) expect(outcome.failure).not.toContain(text)
      })
    )
  })
})
