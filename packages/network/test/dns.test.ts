import { describe, expect, it } from "@effect/vitest"
import { type Answer, Dns, type DnsOptions, layerDns, type LookUps } from "@telemark/network"
import { closedPort, dnsPeer, type Zone } from "@telemark/testing"
import { Effect, Exit, Fiber, Result, Scope } from "effect"
import { isDeepStrictEqual } from "node:util"

const found = <A>(...records: ReadonlyArray<A>): Answer<A> => ({ _tag: "Found", records })
const noData = { _tag: "NoData" }
const noName = { _tag: "NoName" }

const resolver = (options: DnsOptions) =>
  Effect.provide(
    Effect.flatMap(Dns, (dns) => dns.resolver),
    layerDns(options)
  )

/** Look-ups by a server with this zone. */
const asking = (zone: Zone, timeout = 60_000) =>
  Effect.gen(function* () {
    const peer = yield* dnsPeer({ zone })
    return { peer, lookUps: yield* resolver({ servers: [peer.address], timeout }) }
  })

const troubleOf = (answer: ReturnType<LookUps["a"]>) =>
  Effect.map(Effect.flip(answer), ({ reason }) => reason)

describe("look-ups", () => {
  it.live("find records of each type, with aliases followed", () =>
    Effect.gen(function* () {
      const { lookUps } = yield* asking({
        "example.com": {
          A: ["192.0.2.1"],
          AAAA: ["2001:db8::1"],
          MX: [{ priority: 10, exchange: "mx.example.com" }],
          TXT: ["v=spf1 -all"]
        },
        "www.example.com": { CNAME: ["example.com"] },
        "null.example.com": { MX: [{ priority: 0, exchange: "" }] },
        "1.2.0.192.in-addr.arpa": { PTR: ["mail.example.com"] },
        [`1.${"0.".repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`]: { PTR: ["mail6.example.com"] }
      })
      expect(yield* lookUps.a("www.example.com")).toEqual(found("192.0.2.1"))
      expect(yield* lookUps.aaaa("Example.COM")).toEqual(found("2001:db8::1"))
      expect(yield* lookUps.mx("example.com")).toEqual(
        found({ priority: 10, exchange: "mx.example.com" })
      )
      expect(yield* lookUps.mx("null.example.com")).toEqual(found({ priority: 0, exchange: "" }))
      expect(yield* lookUps.txt("www.example.com")).toEqual(found("v=spf1 -all"))
      expect(yield* lookUps.ptr("192.0.2.1")).toEqual(found("mail.example.com"))
      expect(yield* lookUps.ptr("::ffff:192.0.2.1")).toEqual(found("mail.example.com"))
      expect(yield* lookUps.ptr("2001:db8::1")).toEqual(found("mail6.example.com"))
    })
  )

  it.live("join the strings of a text, however many there are, and keep its octets", () =>
    Effect.gen(function* () {
      const long = "v=DKIM1; p=" + "A".repeat(4000)
      const { lookUps } = yield* asking({
        "long.example": { TXT: [long] },
        "split.example": { TXT: [["v=spf1 ip4:192.0.", "2.1 -all"], "é"] }
      })
      expect(yield* lookUps.txt("long.example")).toEqual(found(long))
      expect(yield* lookUps.txt("split.example")).toEqual(
        found("v=spf1 ip4:192.0.2.1 -all", Buffer.from("é").toString("latin1"))
      )
    })
  )

  it.live("distinguish a name without such records from a name that doesn't exist", () =>
    Effect.gen(function* () {
      const { lookUps } = yield* asking({
        "example.com": { A: ["192.0.2.1"] },
        "dangling.example.com": { CNAME: ["nowhere.example"] }
      })
      expect(yield* lookUps.txt("example.com")).toEqual(noData)
      expect(yield* lookUps.txt("other.example.com")).toEqual(noName)
      expect(yield* lookUps.txt("dangling.example.com")).toEqual(noName)
      expect(yield* lookUps.ptr("192.0.2.9")).toEqual(noName)
    })
  )

  it.live("find nothing under what can't be a name, and query nothing else instead", () =>
    Effect.gen(function* () {
      const { lookUps, peer } = yield* asking({})
      const names = [
        "",
        "a..example",
        "a b.example",
        "xn--a.example",
        "a\\.b.example",
        "a@b.example",
        `${"a".repeat(64)}.example`,
        "a.".repeat(150) + "example"
      ]
      for (const name of names) expect([name, yield* lookUps.a(name)]).toEqual([name, noName])
      expect(yield* lookUps.ptr("example.com")).toEqual(noName)
      expect(yield* lookUps.ptr("fe80::1%eth0")).toEqual(noName)
      expect(peer.queries).toEqual([])
    })
  )

  it.live("fail with trouble where DNS gives no answer", () =>
    Effect.gen(function* () {
      const { lookUps } = yield* asking({
        "a.example": { A: "servfail" },
        "b.example": { A: "refused" }
      })
      expect(yield* troubleOf(lookUps.a("a.example"))).toBe("servfail")
      expect(yield* troubleOf(lookUps.a("b.example"))).toBe("refused")
      const { lookUps: impatient } = yield* asking({ "c.example": { A: "silence" } }, 50)
      expect(yield* troubleOf(impatient.a("c.example"))).toBe("timeout")
    })
  )

  it.live("fail as unreachable where there is no server", () =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(closedPort)
      const lookUps = yield* resolver({ servers: [`127.0.0.1:${String(port)}`], timeout: 60_000 })
      expect(yield* troubleOf(lookUps.a("example.com"))).toBe("unreachable")
    })
  )

  it.live("ask again for what a server let pass, and keep nothing of an answer", () =>
    Effect.gen(function* () {
      const answers = Effect.gen(function* () {
        const { lookUps, peer } = yield* asking({}, 300)
        peer.set("example.com", "TXT", (query) =>
          query === 1 ? "silence" : [`answer ${String(query)}`]
        )
        return [yield* lookUps.txt("example.com"), yield* lookUps.txt("example.com")]
      })
      // On a machine that does much else an answer may come too late: then it is tried again.
      const expected = [found("answer 2"), found("answer 3")]
      yield* Effect.repeat(Effect.result(answers), {
        until: (result) => Result.isSuccess(result) && isDeepStrictEqual(result.success, expected)
      })
    })
  )

  it.live("are cancelled when the scope of their resolver closes", () =>
    Effect.gen(function* () {
      const peer = yield* dnsPeer({ zone: { "silent.example": { A: "silence" } } })
      const scope = yield* Scope.make()
      const lookUps = yield* Scope.provide(
        resolver({ servers: [peer.address], timeout: 60_000 }),
        scope
      )
      const fiber = yield* Effect.forkChild(troubleOf(lookUps.a("silent.example")))
      while (peer.queries.length === 0) yield* Effect.yieldNow
      yield* Scope.close(scope, Exit.void)
      expect(yield* Fiber.join(fiber)).toBe("cancelled")
    })
  )
})
