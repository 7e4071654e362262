import type { LinkSubject } from "@telemark/core"
import { startDnsPeer } from "@telemark/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { linkBaseOf } from "../../src/links/layerLinks.js"
import { clickBy, type Host, hosts, keyOf, pageOf, startHost } from "./support/requests.js"

const trackingHost = "track.mail.example"

describe("the address of a message's links", () => {
  const from = (address: string, tracking_verified: boolean): LinkSubject => ({
    id: "em_1",
    tenant_id: "tn_1",
    sender: { name: null, address },
    body: null,
    topic: null,
    tracking_verified
  })

  it("is the service's, or the same below the sender's domain where that is verified", () => {
    const baseOf = linkBaseOf({ publicUrl: "https://mail.example.com:8443/api", trackingHost })
    expect(baseOf(from("shop@shop.example", false))).toBe("https://mail.example.com:8443/api")
    expect(baseOf(from("shop@SHOP.example", true))).toBe("https://track.shop.example:8443/api")
    expect(baseOf(from("shop@bücher.example", true))).toBe(
      "https://track.xn--bcher-kva.example:8443/api"
    )
    expect(
      linkBaseOf({ publicUrl: "http://[::1]:3025", trackingHost })(from("shop@shop.example", true))
    ).toBe("http://track.shop.example:3025")
  })

  it("is the service's while there is no tracking host, whatever was verified before", () => {
    expect(
      linkBaseOf({ publicUrl: "https://mail.example.com" })(from("shop@shop.example", true))
    ).toBe("https://mail.example.com")
  })
})

describe.each(hosts)("the question for a certificate behind %s", (name) => {
  const start = async (): Promise<readonly [Host, Awaited<ReturnType<typeof startDnsPeer>>]> => {
    const dns = await startDnsPeer()
    const host = await startHost(name, {
      dnsServers: [dns.address],
      publicUrl: "https://mail.example.com",
      trackingHost,
      spf: "ip4:192.0.2.25"
    })
    onTestFinished(async () => {
      await host.close()
      await dns.close()
    })
    return [host, dns]
  }

  it("is answered with 200 for a verified name alone", async () => {
    const [{ ask, telemark }, dns] = await start()
    const statusOf = async (domain: string) => (await ask(`/t/host?domain=${domain}`)).status
    for (const domain of ["shop.example", "other.example"]) {
      const { dns_records } = await telemark.domains.add({ domain })
      expect(dns_records.filter(({ type }) => type === "CNAME")).toEqual([
        { type: "CNAME", host: `track.${domain}`, value: trackingHost }
      ])
      for (const { host, type, value } of dns_records)
        if (domain === "shop.example" || type === "TXT") dns.set(host, type, [value])
      await telemark.domains.verify(domain)
    }
    expect(await telemark.domains.get("shop.example")).toMatchObject({
      tracking_verified: true,
      verification: { tracking: { status: "ok" } }
    })
    expect(await telemark.domains.get("other.example")).toMatchObject({
      tracking_verified: false,
      verification: { tracking: { status: "missing" } },
      ready_to_send: true
    })
    expect([await statusOf("track.shop.example"), await statusOf("TRACK.Shop.example")]).toEqual([
      200, 200
    ])
    for (const other of [
      "track.other.example",
      "shop.example",
      "track.",
      "track.track.shop.example",
      "a.track.shop.example",
      "",
      "track.shop.example%00",
      `track.${"a".repeat(5000)}`
    ]) {
      expect(await statusOf(other), other).toBe(404)
    }
    expect((await ask("/t/host")).status).toBe(404)
    expect((await ask("/t/host?domain=track.shop.example", { method: "POST" })).status).toBe(405)
  })
})

/** A host with the tracking host, whose tenant has verified shop.example. */
const startWithDomain = async (name: (typeof hosts)[number], publicUrl: string) => {
  const dns = await startDnsPeer()
  const { ask, close, telemark } = await startHost(name, {
    dnsServers: [dns.address],
    publicUrl,
    trackingHost,
    spf: "ip4:192.0.2.25"
  })
  onTestFinished(async () => {
    await close()
    await dns.close()
  })
  const { dns_records } = await telemark.domains.add({ domain: "shop.example" })
  for (const { host, type, value } of dns_records) dns.set(host, type, [value])
  await telemark.domains.verify("shop.example")
  return { ask, telemark }
}

describe.each(hosts)("a tenant's name for tracking, behind %s", (name) => {
  it("shows nothing of other tenants' mail: neither links nor pages", async () => {
    const { ask, telemark } = await startWithDomain(name, "https://mail.example.com")
    const { id: own } = await telemark.tenants.get("default")
    const other = await telemark.tenants.create({ name: "other" })
    const mail = { from: "a@nobody.example", to: "ada@example.com", subject: "News", text: "x" }
    const ids = await Promise.all(
      [telemark, telemark.tenant("other")].map(async ({ emails }) => {
        const { queued } = await emails.send(mail)
        return queued[0]?.id ?? ""
      })
    )
    const key = await keyOf()
    const pages = ids.map((id) => `/u/${pageOf(id)}`)
    const clicks = [own, other.id].map(
      (tenant, index) => `/t/c/${clickBy(key, "https://shop.example/", ids[index] ?? "", tenant)}`
    )
    const statuses = (paths: ReadonlyArray<string>, host: string) =>
      Promise.all(paths.map(async (path) => (await ask(path, { headers: { host } })).status))
    for (const host of ["track.shop.example", "Track.SHOP.example:443"]) {
      expect(await statuses(clicks, host)).toEqual([302, 404])
      expect(await statuses(pages, host)).toEqual([200, 404])
    }
    for (const host of ["mail.example.com", "track.mail.example", "track.nobody.example"]) {
      expect(await statuses(clicks, host)).toEqual([302, 302])
      expect(await statuses(pages, host)).toEqual([200, 200])
    }
  })
})

describe.each(hosts)("a name for tracking, behind %s", (name) => {
  const start = async (publicUrl: string) => {
    const { ask, telemark } = await startWithDomain(name, publicUrl)
    const { url } = await telemark.feedbackSources.create({ provider: "postmark" })
    const beside = ["/v1/emails", "/v1/none", "/docs", "/openapi.json", new URL(url).pathname]
    /** The statuses of health checks, and of everything else but pages. */
    return async (host: string) => {
      const statuses = (paths: ReadonlyArray<string>) =>
        Promise.all(paths.map(async (path) => (await ask(path, { headers: { host } })).status))
      return [await statuses(["/healthz", "/readyz"]), await statuses(beside)]
    }
  }
  const health = [200, 200]
  const nothing = [404, 404, 404, 404, 404]
  const everything = [401, 404, 200, 200, 200]

  it("has pages and health checks, and nothing else of the service", async () => {
    const at = await start("https://mail.example.com")
    for (const host of ["track.shop.example", "Track.SHOP.example:443", trackingHost])
      expect(await at(host), host).toEqual([health, nothing])
    for (const host of ["mail.example.com", "shop.example", "track.nobody.example", "127.0.0.1"])
      expect(await at(host), host).toEqual([health, everything])
  })

  it("is the service's where that is its own name", async () => {
    const at = await start("https://track.shop.example:8443")
    expect(await at("track.shop.example:8443")).toEqual([health, everything])
  })
})

it("a tracking host needs no record in its own domain", async () => {
  const { close, telemark } = await startHost("webHandler", {
    publicUrl: "https://mail.example.com",
    trackingHost
  })
  const { dns_records } = await telemark.domains.add({ domain: "mail.example" })
  expect(dns_records.map(({ type }) => type)).toEqual(["TXT", "TXT", "TXT"])
  expect(await telemark.domains.get("mail.example")).not.toHaveProperty("tracking_verified")
  await close()
})
