import { describe, expect, it } from "@effect/vitest"
import { dnsPeer } from "@telemark/testing"
import { Effect } from "effect"
import { closedAddresses, loopbackSpellings, noHosts, publicAddresses } from "./attacks.js"
import { closing, counter, guarded, patient, reasonOf } from "./support.js"

describe("hosts that are spelled to get past a check", () => {
  it.live(
    `none of ${String(loopbackSpellings.length)} spellings of the loopback is connected to or looked up, by the system's resolver`,
    () =>
      Effect.gen(function* () {
        const inside = yield* counter()
        yield* guarded({}, (guard) =>
          Effect.forEach(loopbackSpellings, (host) =>
            Effect.map(reasonOf(guard.connect({ host, port: inside.port }, patient)), (reason) =>
              expect([host, reason]).toEqual([host, "policy"])
            )
          )
        )
        expect(inside.count()).toBe(0)
      })
  )

  it.live("nor by DNS servers, which aren't even asked", () =>
    Effect.gen(function* () {
      const inside = yield* counter()
      const dns = yield* dnsPeer()
      yield* guarded({ dns: { servers: [dns.address] } }, (guard) =>
        Effect.forEach([...loopbackSpellings, ...closedAddresses], (host) =>
          Effect.map(reasonOf(guard.connect({ host, port: inside.port }, patient)), (reason) =>
            expect([host, reason]).toEqual([host, "policy"])
          )
        )
      )
      expect(inside.count()).toBe(0)
      expect(dns.queries).toEqual([])
    })
  )

  it.live("names that can't be looked up are reported as such, and aren't looked up", () =>
    Effect.gen(function* () {
      const dns = yield* dnsPeer()
      yield* guarded({ dns: { servers: [dns.address] } }, (guard) =>
        Effect.forEach(noHosts, (host) =>
          Effect.map(reasonOf(guard.resolve(host, patient.dns)), (reason) =>
            expect([host, reason]).toEqual([host, "dns"])
          )
        )
      )
      expect(dns.queries).toEqual([])
    })
  )

  it.live(
    "with the loopback opened, spellings of its addresses reach it, and nothing else is let through",
    () =>
      Effect.gen(function* () {
        const inside = yield* counter()
        const connect = (host: string) =>
          guarded({ allow: ["127.0.0.1"] }, (guard) =>
            closing(guard.connect({ host, port: inside.port }, patient))
          )
        const spellings = [
          "127.0.0.1",
          "2130706433",
          "0x7f.1",
          "0177.0.0.1",
          "127.1",
          "①②⑦.0.0.1",
          "127.0.0.1.",
          "[::ffff:127.0.0.1]",
          "localhost",
          "A.LocalHost."
        ]
        const remotes = yield* Effect.forEach(spellings, (host) =>
          Effect.map(connect(host), ({ remoteAddress }) => remoteAddress)
        )
        expect(new Set(remotes)).toEqual(new Set(["127.0.0.1"]))
        const others = [
          "127.0.0.2",
          "::1",
          "0.0.0.0",
          "::127.0.0.1",
          "64:ff9b::7f00:1",
          "127.0.0.1%00",
          "user@127.0.0.1",
          "127.0.0.1:25"
        ]
        expect(yield* Effect.forEach(others, (host) => reasonOf(connect(host)))).toEqual(
          others.map(() => "policy")
        )
        expect(inside.count()).toBe(spellings.length)
      })
  )

  it.effect("the error names the setting that opens a network, and nothing of the host", () =>
    guarded({}, (guard) =>
      Effect.map(Effect.flip(guard.resolve("10.11.12.13", 0)), ({ code, message }) => {
        expect(code).toBe("connect_failed")
        expect(message).toContain("TELEMARK_ALLOW_NETWORKS")
        expect(message).not.toContain("10.11")
      })
    )
  )

  it.effect("every address that isn't public is refused", () =>
    guarded({}, (guard) =>
      Effect.forEach(closedAddresses, (host) =>
        Effect.map(reasonOf(guard.resolve(host, 1000)), (reason) =>
          expect([host, reason]).toEqual([host, "policy"])
        )
      )
    )
  )

  it.effect("public addresses are their own", () =>
    guarded({}, (guard) =>
      Effect.forEach(publicAddresses, (host) =>
        Effect.map(guard.resolve(host, 1000), (addresses) =>
          expect(addresses).toEqual([host.replace(/[[\]]/g, "")])
        )
      )
    )
  )

  it.effect("a port that there can't be is refused", () =>
    guarded({ allow: ["127.0.0.1"] }, (guard) =>
      Effect.forEach([0, -1, 65_536, 1.5, NaN, Infinity], (port) =>
        Effect.map(reasonOf(guard.connect({ host: "127.0.0.1", port }, patient)), (reason) =>
          expect(reason).toBe("policy")
        )
      )
    )
  )
})
