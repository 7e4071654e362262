import { type DnsPeer, startDnsPeer } from "@telemark/testing"
import { promises } from "node:dns"
import { afterEach, describe, expect, it } from "vitest"

const peers: Array<DnsPeer> = []
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close()
})

const start = async (options: Parameters<typeof startDnsPeer>[0] = {}, timeout = 60_000) => {
  const peer = await startDnsPeer(options)
  peers.push(peer)
  const resolver = new promises.Resolver({ timeout, tries: 1 })
  resolver.setServers([peer.address])
  return { peer, resolver }
}

describe("The DNS peer", () => {
  it("answers records of every type from its zone", async () => {
    const { resolver } = await start({
      zone: {
        "example.com": {
          A: ["192.0.2.1", "192.0.2.2"],
          AAAA: ["2001:db8::1", "::ffff:192.0.2.1"],
          MX: [{ priority: 10, exchange: "mx.example.com" }],
          NS: ["ns.example.com"],
          TXT: ["v=spf1 -all", ["split ", "in two"]]
        },
        "1.2.0.192.in-addr.arpa": { PTR: ["mail.example.com"] },
        "null.example.com": { MX: [{ priority: 0, exchange: "" }] }
      }
    })
    expect((await resolver.resolve4("example.com")).toSorted()).toEqual(["192.0.2.1", "192.0.2.2"])
    expect((await resolver.resolve6("example.com")).toSorted()).toEqual([
      "2001:db8::1",
      "::ffff:192.0.2.1"
    ])
    expect(await resolver.resolveMx("Example.COM")).toEqual([
      { priority: 10, exchange: "mx.example.com" }
    ])
    expect(await resolver.resolveMx("null.example.com")).toEqual([{ priority: 0, exchange: "" }])
    expect(await resolver.resolveNs("example.com")).toEqual(["ns.example.com"])
    expect(await resolver.resolveTxt("example.com")).toEqual([
      ["v=spf1 -all"],
      ["split ", "in two"]
    ])
    expect(await resolver.reverse("192.0.2.1")).toEqual(["mail.example.com"])
  })

  it("cuts long text every 255 octets, and sends what is too long for UDP over TCP", async () => {
    const long = "x".repeat(5000)
    const { resolver } = await start({ zone: { "long.example.com": { TXT: [long] } } })
    const [strings = []] = await resolver.resolveTxt("long.example.com")
    expect(strings.join("")).toBe(long)
    expect(strings[0]).toHaveLength(255)
  })

  it("follows aliases, and ends a loop of them with SERVFAIL", async () => {
    const { resolver } = await start({
      zone: {
        "alias.example.com": { CNAME: ["target.example.net"] },
        "target.example.net": { TXT: ["found"] },
        "loop.example.com": { CNAME: ["loop.example.net"] },
        "loop.example.net": { CNAME: ["loop.example.com"] },
        "dangling.example.com": { CNAME: ["nowhere.example.org"] }
      }
    })
    expect(await resolver.resolveTxt("alias.example.com")).toEqual([["found"]])
    await expect(resolver.resolveTxt("loop.example.com")).rejects.toMatchObject({
      code: "ESERVFAIL"
    })
    await expect(resolver.resolveTxt("dangling.example.com")).rejects.toMatchObject({
      code: "ENOTFOUND"
    })
  })

  it("is closed at the end of the block that uses it, and can be closed twice", async () => {
    let resolver: promises.Resolver
    {
      await using peer = await startDnsPeer({ zone: { "example.com": { A: ["192.0.2.1"] } } })
      resolver = new promises.Resolver({ timeout: 60_000, tries: 1 })
      resolver.setServers([peer.address])
      expect(await resolver.resolve4("example.com")).toEqual(["192.0.2.1"])
      await peer.close()
    }
    await expect(resolver.resolve4("example.com")).rejects.toMatchObject({
      code: expect.stringMatching(/^(ECONNREFUSED|ETIMEOUT)$/) as unknown
    })
  })

  it("distinguishes a name without such records from a name that doesn't exist", async () => {
    const { resolver } = await start({ zone: { "a.b.example.com": { A: ["192.0.2.1"] } } })
    await expect(resolver.resolveTxt("a.b.example.com")).rejects.toMatchObject({ code: "ENODATA" })
    await expect(resolver.resolveTxt("b.example.com")).rejects.toMatchObject({ code: "ENODATA" })
    await expect(resolver.resolveTxt("c.example.com")).rejects.toMatchObject({ code: "ENOTFOUND" })
  })

  it("fails as configured, for one name or for all of them", async () => {
    const { peer, resolver } = await start({
      zone: {
        "servfail.example.com": { TXT: "servfail" },
        "refused.example.com": { TXT: "refused" },
        "silent.example.com": { TXT: "silence" }
      }
    })
    await expect(resolver.resolveTxt("servfail.example.com")).rejects.toMatchObject({
      code: "ESERVFAIL"
    })
    await expect(resolver.resolveTxt("refused.example.com")).rejects.toMatchObject({
      code: "EREFUSED"
    })
    const impatient = new promises.Resolver({ timeout: 50, tries: 1 })
    impatient.setServers([peer.address])
    await expect(impatient.resolveTxt("silent.example.com")).rejects.toMatchObject({
      code: "ETIMEOUT"
    })
    peer.set("silent.example.com", "TXT", ["heard"])
    peer.fail("servfail")
    await expect(resolver.resolveTxt("silent.example.com")).rejects.toMatchObject({
      code: "ESERVFAIL"
    })
    peer.fail()
    expect(await resolver.resolveTxt("silent.example.com")).toEqual([["heard"]])
    peer.remove("silent.example.com")
    await expect(resolver.resolveTxt("silent.example.com")).rejects.toMatchObject({
      code: "ENOTFOUND"
    })
  })

  it("changes its answers from query to query, and records its queries", async () => {
    const { peer, resolver } = await start()
    peer.set("example.com", "A", (query) =>
      query === 1 ? ["192.0.2.1"] : query === 2 ? "servfail" : ["127.0.0.1"]
    )
    expect(await resolver.resolve4("example.com")).toEqual(["192.0.2.1"])
    await expect(resolver.resolve4("example.com")).rejects.toMatchObject({ code: "ESERVFAIL" })
    expect(await resolver.resolve4("example.com")).toEqual(["127.0.0.1"])
    expect(peer.queries).toEqual([1, 2, 3].map(() => ({ name: "example.com", type: "A" })))
    peer.forget()
    expect(peer.queries).toEqual([])
  })
})
