import { describe, expect, it } from "@effect/vitest"
import { dnsPeer, webhookPeer } from "@telemark/testing"
import { Effect } from "effect"
import { caller, makeCall, outcomeOf } from "./support.js"

describe("the network policy", () => {
  it.live("blocks the loopback and private networks, in any spelling: no connection is made", () =>
    Effect.gen(function* () {
      const peer = yield* webhookPeer()
      const { call, isPermitted } = yield* caller({}, {})
      const hosts = [
        "127.0.0.1",
        "localhost",
        "a.localhost",
        "2130706433",
        "0x7f.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "10.0.0.1",
        "169.254.169.254",
        "[fd00::1]"
      ]
      for (const host of hosts) {
        const url = `http://${host}:${String(peer.port)}/`
        expect([host, outcomeOf(yield* call(makeCall(url))), yield* isPermitted(url)]).toEqual([
          host,
          "policy",
          false
        ])
      }
      expect(peer.connections).toBe(0)
    })
  )

  it.live(
    "says the same of names that lead inside and of names that lead nowhere, when they are saved and when they are called",
    () =>
      Effect.gen(function* () {
        const dns = yield* dnsPeer({
          zone: {
            "in.example": { A: ["10.0.0.1"] },
            "mixed.example": { A: ["8.8.8.8", "10.0.0.1"] },
            "servfail.example": { A: "servfail", AAAA: "servfail" }
          }
        })
        const { call, isPermitted } = yield* caller({}, { dns: { servers: [dns.address] } })
        for (const host of ["in.example", "mixed.example", "nowhere.example", "servfail.example"]) {
          const url = `https://${host}/hooks`
          expect([host, yield* isPermitted(url)]).toEqual([host, true])
          expect([host, outcomeOf(yield* call(makeCall(url)))]).toEqual([host, "dns"])
        }
      })
  )

  it.live("looks no name up when a URL is saved", () =>
    Effect.gen(function* () {
      let asked = 0
      const dns = yield* dnsPeer()
      dns.set("a.example", "A", () => {
        asked++
        return ["10.0.0.1"]
      })
      const { isPermitted } = yield* caller(
        {},
        { allow: ["127.0.0.1"], dns: { servers: [dns.address] } }
      )
      const hosts = ["a.example", "8.8.8.8", "[2001:4860:4860::8888]", "localhost"]
      expect(yield* Effect.forEach(hosts, (host) => isPermitted(`https://${host}/hooks`))).toEqual(
        hosts.map(() => true)
      )
      expect(yield* isPermitted("https://127.0.0.2/hooks")).toBe(false)
      expect(asked).toBe(0)
    })
  )

  it.live(
    "is checked at each connection: a name that turns to the inside is refused there, while a kept one continues for its time",
    () =>
      Effect.gen(function* () {
        const peer = yield* webhookPeer()
        const dns = yield* dnsPeer()
        dns.set("turning.example", "A", (query) => (query === 1 ? ["127.0.0.1"] : ["127.0.0.2"]))
        const { call } = yield* caller(
          {},
          { allow: ["127.0.0.1"], dns: { servers: [dns.address] } }
        )
        const toIt = makeCall(`http://turning.example:${String(peer.port)}/`)
        expect(outcomeOf(yield* call(toIt))).toBe(200)
        peer.answer({ status: 200, headers: { connection: "close" } })
        expect(outcomeOf(yield* call(toIt))).toBe(200)
        yield* Effect.promise(() => peer.until(({ open }) => open === 0))
        expect(outcomeOf(yield* call(toIt))).toBe("dns")
        expect(peer.connections).toBe(1)
      })
  )

  it.live("is asked again once a connection has had its time", () =>
    Effect.gen(function* () {
      const peer = yield* webhookPeer()
      const dns = yield* dnsPeer()
      dns.set("turning.example", "A", (query) => (query <= 2 ? ["127.0.0.1"] : ["127.0.0.2"]))
      const { call } = yield* caller(
        { lifetimeMillis: 0 },
        { allow: ["127.0.0.1"], dns: { servers: [dns.address] } }
      )
      const toIt = makeCall(`http://turning.example:${String(peer.port)}/`)
      expect([
        outcomeOf(yield* call(toIt)),
        outcomeOf(yield* call(toIt)),
        outcomeOf(yield* call(toIt))
      ]).toEqual([200, 200, "dns"])
      expect(peer.connections).toBe(2)
      yield* Effect.promise(() => peer.until(({ open }) => open === 0))
    })
  )

  it.live(
    "lets a name that can't be resolved fail as dns, and one whose DNS is silent in time",
    () =>
      Effect.gen(function* () {
        const dns = yield* dnsPeer({
          zone: { "silent.example": { A: "silence", AAAA: "silence" } }
        })
        const guard = { dns: { servers: [dns.address] } }
        const { call } = yield* caller({}, guard)
        const { call: callInTime } = yield* caller({ timeoutMillis: 50 }, guard)
        expect(outcomeOf(yield* call(makeCall("https://nowhere.example/")))).toBe("dns")
        expect(["dns", "timeout"]).toContain(
          outcomeOf(yield* callInTime(makeCall("https://silent.example/")))
        )
      })
  )
})
