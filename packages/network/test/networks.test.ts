import { describe, expect, it } from "@effect/vitest"
import { layerDns, layerNetworkGuard, parseDnsServers, parseNetworks } from "@telemark/network"
import { Effect, Layer, Result } from "effect"
import { guarded, reasonOf } from "./support.js"

describe("networks that an operator opens", () => {
  it("are read in CIDR notation or as single addresses, of both kinds of IP", () => {
    expect(parseNetworks("10.0.0.0/8, 192.168.1.7,fd00::/8 , ::1,2001:DB8::/32")).toEqual(
      Result.succeed(["10.0.0.0/8", "192.168.1.7/32", "fd00::/8", "::1/128", "2001:db8::/32"])
    )
    expect(parseNetworks("0.0.0.0/0,::/0")).toEqual(Result.succeed(["0.0.0.0/0", "::/0"]))
    expect(parseNetworks(" , ")).toEqual(Result.succeed([]))
    expect(parseNetworks("::ffff:10.0.0.0/104,::ffff:127.0.0.1")).toEqual(
      Result.succeed(["10.0.0.0/8", "127.0.0.1/32"])
    )
  })

  const faults: ReadonlyArray<readonly [string, string]> = [
    ["10.7.2.3/16", "has bits set after its prefix"],
    ["fd00::1/8", "has bits set after its prefix"],
    ["127.0.0.1/31", "has bits set after its prefix"],
    ["10.0.0.0/33", "has a prefix longer than its 32 bits"],
    ["fd00::/129", "has a prefix longer than its 128 bits"],
    ["example.com", "is neither a network nor an IP address"],
    ["localhost", "is neither a network nor an IP address"],
    ["10.0.0/8", "is neither a network nor an IP address"],
    ["0x0a.0.0.0/8", "is neither a network nor an IP address"],
    ["010.0.0.0/8", "is neither a network nor an IP address"],
    ["10.0.0.0/", "is neither a network nor an IP address"],
    ["10.0.0.0/-1", "is neither a network nor an IP address"],
    ["10.0.0.0/8/8", "is neither a network nor an IP address"],
    ["10.0.0.0/255.0.0.0", "is neither a network nor an IP address"],
    ["10.0.0.1-10.0.0.9", "is neither a network nor an IP address"],
    ["fe80::1%eth0", "is neither a network nor an IP address"],
    ["[::1]", "is neither a network nor an IP address"],
    ["10.0.0.0/8 fd00::/8", "is neither a network nor an IP address"]
  ]
  it.each(faults)("%s: %s", (text, fault) => {
    const outcome = Result.flip(parseNetworks(`10.0.0.0/8,${text}`))
    const reason = Result.getOrThrow(outcome)
    expect(reason).toContain(fault)
    expect(reason).toContain("(entry 2)")
    expect(reason).not.toContain(text)
  })

  it.effect("that can't be read fail the layer, with what to do and without the value", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        Effect.scoped(Layer.build(layerNetworkGuard({ allow: ["10.1.2.3/16"] })))
      )
      expect(error).toMatchObject({ _tag: "InvalidNetworks", code: "invalid_networks" })
      expect(error.message).toMatch(
        /^The list of allowed networks names one that has bits set .* It takes networks such as/
      )
    })
  )

  it.effect("open their addresses and no others", () =>
    guarded({ allow: ["10.1.0.0/16", "fd00:1::/32"] }, (guard) =>
      Effect.gen(function* () {
        expect(yield* guard.resolve("10.1.255.255", 0)).toEqual(["10.1.255.255"])
        expect(yield* guard.resolve("[::ffff:10.1.0.1]", 0)).toEqual(["10.1.0.1"])
        expect(yield* guard.resolve("[FD00:1:0::5]", 0)).toEqual(["fd00:1::5"])
        for (const host of ["10.0.255.255", "10.2.0.0", "fd00:2::1", "127.0.0.1", "::10.1.0.1"]) {
          expect(yield* reasonOf(guard.resolve(host, 0))).toBe("policy")
        }
      })
    )
  )

  it.effect(
    "of a translator open only the addresses behind it that may be reached themselves",
    () =>
      guarded({ allow: ["64:ff9b::/96", "2002::/16", "10.0.0.0/8"] }, (guard) =>
        Effect.gen(function* () {
          for (const host of ["64:ff9b::8.8.8.8", "64:ff9b::10.0.0.1", "2002:808:808::1"])
            yield* guard.resolve(host, 0)
          for (const host of [
            "64:ff9b::127.0.0.1",
            "64:ff9b::169.254.169.254",
            "2002:7f00:1::",
            "64:ff9b:1::8.8.8.8"
          ]) {
            expect(yield* reasonOf(guard.resolve(host, 0))).toBe("policy")
          }
        })
      )
  )

  it.effect("of all of IPv6 open neither IPv4 nor its representations", () =>
    guarded({ allow: ["::/0"] }, (guard) =>
      Effect.gen(function* () {
        for (const host of ["::1", "fd00::1", "fe80::1"]) yield* guard.resolve(host, 0)
        for (const host of [
          "127.0.0.1",
          "::ffff:127.0.0.1",
          "::127.0.0.1",
          "64:ff9b::7f00:1",
          "2001::80ff:fffe"
        ]) {
          expect(yield* reasonOf(guard.resolve(host, 0))).toBe("policy")
        }
      })
    )
  )
})

describe("DNS servers", () => {
  it("are read as addresses, with a port or without", () => {
    expect(
      parseDnsServers("192.0.2.53, 192.0.2.53:5353,2001:db8::53,[2001:db8::53],[2001:db8::53]:0053")
    ).toEqual(
      Result.succeed([
        "192.0.2.53",
        "192.0.2.53:5353",
        "[2001:db8::53]",
        "[2001:db8::53]",
        "[2001:db8::53]:53"
      ])
    )
    expect(parseDnsServers("")).toEqual(Result.succeed([]))
  })

  const faults: ReadonlyArray<readonly [string, string]> = [
    ["dns.example.com", "isn't an IP address"],
    ["localhost:53", "isn't an IP address"],
    ["192.0.2", "isn't an IP address"],
    ["192.0.2.53:0", "has a port that isn't a number from 1 to 65535"],
    ["192.0.2.53:65536", "has a port that isn't a number from 1 to 65535"],
    ["192.0.2.53:", "has a port that isn't a number from 1 to 65535"],
    ["192.0.2.53:dns", "has a port that isn't a number from 1 to 65535"],
    ["[192.0.2.53]:53", "isn't an IP address"],
    ["[2001:db8::53", "isn't an IP address"],
    ["[2001:db8::53]53", "isn't an IP address"],
    ["2001:db8::53:99999", "isn't an IP address"],
    ["fe80::1%eth0", "has a zone"],
    ["udp://192.0.2.53", "isn't an IP address"]
  ]
  it.each(faults)("%s: %s", (text, fault) => {
    const reason = Result.getOrThrow(Result.flip(parseDnsServers(`192.0.2.1,${text}`)))
    expect(reason).toContain(fault)
    expect(reason).toContain("(entry 2)")
    expect(reason).not.toContain(text)
  })

  it.effect("that can't be read fail the layers", () =>
    Effect.gen(function* () {
      const servers = ["dns.example.com"]
      const error = yield* Effect.flip(Effect.scoped(Layer.build(layerDns({ servers }))))
      expect(error).toMatchObject({ _tag: "InvalidDnsServers", code: "invalid_dns_servers" })
      expect(error.message).toMatch(
        /^The list of DNS servers names a server that isn't an IP address .* It takes/
      )
      expect(
        yield* Effect.flip(Effect.scoped(Layer.build(layerNetworkGuard({ dns: { servers } }))))
      ).toMatchObject({ _tag: "InvalidDnsServers" })
    })
  )
})
