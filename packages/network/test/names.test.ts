import { describe, expect, it } from "@effect/vitest"
import { dnsPeer, type Zone } from "@telemark/testing"
import { Effect, Fiber } from "effect"
import { closing, counter, guarded, patient, reasonOf } from "./support.js"

const allow = ["127.0.0.1"]

const zone: Zone = {
  "loopback.example": { A: ["127.0.0.1"] },
  "loopback6.example": { AAAA: ["::1"] },
  "private.example": { A: ["10.0.0.1"] },
  "metadata.example": { A: ["169.254.169.254"] },
  "mapped.example": { AAAA: ["::ffff:127.0.0.1"] },
  "compatible.example": { AAAA: ["::127.0.0.1"] },
  "translated.example": { AAAA: ["64:ff9b::7f00:1"] },
  "unspecified.example": { A: ["0.0.0.0"], AAAA: ["::"] },
  "alias.example": { CNAME: ["loopback.example"] },
  "mixed.example": { A: ["8.8.8.8", "127.0.0.1"] },
  "reversed.example": { A: ["127.0.0.1", "8.8.8.8"] },
  "kinds.example": { A: ["8.8.8.8"], AAAA: ["::1"] },
  "kinds6.example": { A: ["127.0.0.1"], AAAA: ["2001:4860:4860::8888"] },
  "many.example": { A: ["8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9", "127.0.0.1"] }
}

describe("names that point to the inside", () => {
  it.live(
    "a name with any address that isn't public is refused as a whole, and not one connection is made",
    () =>
      Effect.gen(function* () {
        const inside = yield* counter()
        const dns = yield* dnsPeer({ zone })
        yield* guarded({ dns: { servers: [dns.address] } }, (guard) =>
          Effect.forEach(Object.keys(zone), (host) =>
            Effect.map(reasonOf(guard.connect({ host, port: inside.port }, patient)), (reason) =>
              expect([host, reason]).toEqual([host, "policy"])
            )
          )
        )
        expect(inside.count()).toBe(0)
      })
  )

  it.live("a name that turns to the inside once it was checked is refused at its next use", () =>
    Effect.gen(function* () {
      const inside = yield* counter()
      const dns = yield* dnsPeer()
      dns.set("turning.example", "A", (query) => (query === 1 ? ["8.8.8.8"] : ["127.0.0.1"]))
      yield* guarded({ dns: { servers: [dns.address] } }, (guard) =>
        Effect.gen(function* () {
          expect(yield* guard.resolve("turning.example", patient.dns)).toEqual(["8.8.8.8"])
          expect(
            yield* reasonOf(guard.connect({ host: "turning.example", port: inside.port }, patient))
          ).toBe("policy")
        })
      )
      expect(inside.count()).toBe(0)
    })
  )

  it.live(
    "a name that changes with every query is resolved once for a connection, which goes to the checked address",
    () =>
      Effect.gen(function* () {
        const server = yield* counter()
        const dns = yield* dnsPeer()
        dns.set("changing.example", "A", (query) => (query === 1 ? ["127.0.0.1"] : ["10.0.0.1"]))
        yield* guarded({ allow, dns: { servers: [dns.address] } }, (guard) =>
          Effect.gen(function* () {
            const connect = closing(
              guard.connect({ host: "changing.example", port: server.port }, patient)
            )
            expect((yield* connect).remoteAddress).toBe("127.0.0.1")
            expect(dns.queries.map(({ type }) => type).toSorted()).toEqual(["A", "AAAA"])
            expect(yield* reasonOf(connect)).toBe("policy")
          })
        )
        expect(server.count()).toBe(1)
      })
  )

  it.live("addresses mapped into IPv6 are those of IPv4, also where a network is open", () =>
    Effect.gen(function* () {
      const server = yield* counter()
      const dns = yield* dnsPeer({ zone })
      yield* guarded({ allow, dns: { servers: [dns.address] } }, (guard) =>
        Effect.gen(function* () {
          expect(
            (yield* closing(guard.connect({ host: "mapped.example", port: server.port }, patient)))
              .remoteAddress
          ).toBe("127.0.0.1")
          expect(yield* reasonOf(guard.resolve("compatible.example", patient.dns))).toBe("policy")
          expect(yield* guard.resolve("mixed.example", patient.dns)).toHaveLength(2)
        })
      )
    })
  )
})

describe("resolving by DNS servers", () => {
  it.live(
    "finds the addresses of both kinds, IPv4 first, through aliases, in any spelling of the name",
    () =>
      Effect.gen(function* () {
        const dns = yield* dnsPeer({
          zone: {
            "mail.example": { CNAME: ["host.example"] },
            "host.example": { A: ["8.8.8.8"], AAAA: ["2001:4860:4860::8888"] },
            "xn--bcher-kva.example": { A: ["1.1.1.1"] }
          }
        })
        yield* guarded({ dns: { servers: [dns.address] } }, (guard) =>
          Effect.gen(function* () {
            expect(yield* guard.resolve("Mail.Example.", patient.dns)).toEqual([
              "8.8.8.8",
              "2001:4860:4860::8888"
            ])
            expect(yield* guard.resolve("Bücher.example", patient.dns)).toEqual(["1.1.1.1"])
          })
        )
      })
  )

  it.live(
    "fails as dns for what isn't there, and for trouble with both kinds, but not with one",
    () =>
      Effect.gen(function* () {
        const dns = yield* dnsPeer({
          zone: {
            "mx.example": { MX: [{ priority: 0, exchange: "mail.example" }] },
            "broken.example": { A: "servfail", AAAA: "servfail" },
            "half.example": { A: ["8.8.8.8"], AAAA: "servfail" }
          }
        })
        yield* guarded({ dns: { servers: [dns.address] } }, (guard) =>
          Effect.gen(function* () {
            const hosts = ["nowhere.example", "mx.example", "broken.example"]
            expect(
              yield* Effect.forEach(hosts, (host) => reasonOf(guard.resolve(host, patient.dns)))
            ).toEqual(["dns", "dns", "dns"])
            expect(yield* guard.resolve("half.example", patient.dns)).toEqual(["8.8.8.8"])
          })
        )
      })
  )

  it.live("gives up at its deadline when the servers are silent", () =>
    Effect.gen(function* () {
      const dns = yield* dnsPeer({ zone: { "silent.example": { A: "silence", AAAA: "silence" } } })
      yield* guarded({ dns: { servers: [dns.address], timeout: 60_000 } }, (guard) =>
        Effect.map(reasonOf(guard.resolve("silent.example", 50)), (reason) =>
          expect(reason).toBe("dns")
        )
      )
    })
  )

  it.live("can be interrupted", () =>
    Effect.gen(function* () {
      const dns = yield* dnsPeer({ zone: { "silent.example": { A: "silence", AAAA: "silence" } } })
      const fiber = yield* Effect.forkChild(
        guarded({ dns: { servers: [dns.address], timeout: 60_000 } }, (guard) =>
          guard.resolve("silent.example", 60_000)
        )
      )
      while (dns.queries.length < 2) yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      expect((yield* Fiber.await(fiber))._tag).toBe("Failure")
    })
  )
})

describe("without servers of its own, the guard", () => {
  it.live("refuses localhost, and connects to it where the loopback is open", () =>
    Effect.gen(function* () {
      const server = yield* counter()
      yield* guarded({}, (guard) =>
        Effect.map(reasonOf(guard.resolve("localhost", patient.dns)), (reason) =>
          expect(reason).toBe("policy")
        )
      )
      yield* guarded({ allow: ["127.0.0.0/8", "::1"] }, (guard) =>
        closing(guard.connect({ host: "localhost", port: server.port }, patient))
      )
      expect(server.count()).toBe(1)
    })
  )
})
