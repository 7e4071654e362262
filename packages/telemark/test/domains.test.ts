import { capture, smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { type DnsPeer, startDnsPeer, startSmtpPeer } from "@telemark/testing"
import {
  type AddedDomain,
  createTelemark,
  DomainExists,
  NotFound,
  type Telemark,
  ValidationFailed
} from "telemark"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"

let dns: DnsPeer
let telemark: Telemark

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )
const publish = ({ dns_records }: AddedDomain): void =>
  dns_records.forEach(({ host, value }) => dns.set(host, "TXT", [value]))

const open = (options = {}) =>
  createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    dnsServers: [dns.address],
    spf: "ip4:192.0.2.25",
    sendingIps: ["192.0.2.25"],
    ...options
  })

beforeAll(async () => {
  dns = await startDnsPeer()
  telemark = await open()
})

afterAll(async () => {
  await telemark.close()
  await dns.close()
})

describe("the domains of an embedded Telemark", () => {
  it("are added, published, verified, rotated and removed, as over HTTP", async () => {
    const { domains } = telemark
    const added = await domains.add({ domain: "Shop.example" })
    expect(added).toMatchObject({
      domain: "shop.example",
      dns_records: [
        { type: "TXT", host: "shop.example", value: "v=spf1 ip4:192.0.2.25 ~all" },
        {},
        {}
      ]
    })
    expect(await rejection(domains.add({ domain: "shop.example" }))).toBeInstanceOf(DomainExists)
    expect(await domains.verify("shop.example")).toMatchObject({
      ready_to_send: false,
      verification: { spf: { status: "missing" } }
    })
    publish(added)
    expect(await domains.verify("shop.example")).toMatchObject({
      domain: "shop.example",
      ready_to_send: true
    })
    expect(await domains.list()).toMatchObject({
      domains: [{ domain: "shop.example", spf_verified: true, dkim_verified: true }]
    })
    const { dkim_selector } = await domains.get("shop.example")
    publish(await domains.rotateDkim("shop.example"))
    await domains.verify("shop.example")
    expect((await domains.get("shop.example")).dkim_selector).not.toBe(dkim_selector)
    expect(await domains.remove("shop.example")).toEqual({ success: true })
    expect(await domains.list()).toEqual({ domains: [] })
    for (const gone of [domains.get, domains.verify, domains.rotateDkim, domains.remove]) {
      expect(await rejection(gone("shop.example"))).toBeInstanceOf(NotFound)
    }
  })

  it("belong to their tenant, the first to verify one owning it", async () => {
    await telemark.tenants.create({ name: "acme" })
    const acme = telemark.tenant("acme")
    publish(await telemark.domains.add({ domain: "tea.example" }))
    expect(await rejection(acme.domains.get("tea.example"))).toBeInstanceOf(NotFound)
    await telemark.domains.verify("tea.example")
    expect(await rejection(acme.domains.add({ domain: "tea.example" }))).toBeInstanceOf(
      DomainExists
    )
    expect(await rejection(telemark.tenant("nobody").domains.list())).toBeInstanceOf(NotFound)
  })

  it("are no names that aren't domains", async () => {
    const error = await rejection(telemark.domains.add({ domain: "localhost" }))
    expect(error).toBeInstanceOf(ValidationFailed)
    expect(error).toMatchObject({ details: { domain: [expect.any(String)] } })
  })

  it("decide who may send what: what another tenant owns never, with `senderPolicy` verified nothing else than one's own", async () => {
    const strict = await open({ senderPolicy: "verified" })
    onTestFinished(() => strict.close())
    const send = (from: string) => strict.emails.send({ to: "ada@example.com", from, text: "x" })
    expect(await rejection(send("a@cake.example"))).toMatchObject({
      details: { from: [expect.any(String)] }
    })
    publish(await strict.domains.add({ domain: "cake.example" }))
    await strict.domains.verify("cake.example")
    expect((await send("a@cake.example")).queued).toHaveLength(1)
    publish(await telemark.domains.add({ domain: "jam.example" }))
    await telemark.domains.verify("jam.example")
    const stealing = telemark
      .tenant("acme")
      .emails.send({ to: "ada@example.com", from: "a@jam.example", text: "x" })
    expect(await rejection(stealing)).toMatchObject({ details: { from: [expect.any(String)] } })
  })

  it("sign their mail with the key that is published, and, as `signingDomain`, what other domains can't sign", async () => {
    const relay = await startSmtpPeer()
    onTestFinished(() => relay.close())
    const signing = await open({
      transport: smtp({ url: relay.url }),
      signingDomain: "Platform.example"
    })
    onTestFinished(() => signing.close())
    const selectorOf = async (domain: string): Promise<string> => {
      publish(await signing.domains.add({ domain }))
      await signing.domains.verify(domain)
      return (await signing.domains.get(domain)).dkim_selector
    }
    const [own, platform] = [
      await selectorOf("bread.example"),
      await selectorOf("platform.example")
    ]
    signing.startWorker()
    const warningsOf = async (from: string) =>
      (await signing.emails.send({ to: "ada@example.com", from, text: "x" })).warnings
    for (const from of ["a@bread.example", "a@elsewhere.example"])
      expect(await warningsOf(from)).toBe(undefined)
    await relay.until(({ mails }) => mails.length === 2)
    const signatures = new Map(
      relay.mails.map(({ envelope, source }) => [
        envelope.from,
        source.toString("latin1").split("\r\n\r\n")[0]
      ])
    )
    expect(signatures.get("a@bread.example")).toMatch(
      new RegExp(`^DKIM-Signature:.*d=bread\\.example;\\s+s=${own};`, "ms")
    )
    expect(signatures.get("a@elsewhere.example")).toMatch(
      new RegExp(`^DKIM-Signature:.*d=platform\\.example;\\s+s=${platform};`, "ms")
    )
    expect(await warningsOf("a@news.platform.example")).toEqual([
      expect.stringContaining("is sent without a DKIM signature")
    ])
    await relay.until(({ mails }) => mails.length === 3)
    expect(relay.mails.at(-1)?.source.toString("latin1")).not.toContain("DKIM-Signature")
  })

  it("that aren't verified are no matter of sends that are only captured", async () => {
    expect(
      (await telemark.emails.send({ to: "ada@example.com", from: "a@nobody.example", text: "x" }))
        .warnings
    ).toBe(undefined)
  })

  it("have an Ed25519 key beside the RSA one if that is wished", async () => {
    const both = await open({ dkimEd25519: true })
    onTestFinished(() => both.close())
    const { dns_records } = await both.domains.add({ domain: "both.example" })
    expect(dns_records.map(({ value }) => /k=\w+/.exec(value)?.[0])).toEqual([
      undefined,
      "k=rsa",
      undefined,
      "k=ed25519"
    ])
  })

  it("sign with neither of their former keys once both were rotated, and say from when on the records of those may be removed", async () => {
    const relay = await startSmtpPeer()
    onTestFinished(() => relay.close())
    const signing = await open({ transport: smtp({ url: relay.url }), dkimEd25519: true })
    onTestFinished(() => signing.close())
    const { domains } = signing
    const selectorsOf = ({ dns_records }: AddedDomain) =>
      dns_records.flatMap(({ host }) => /^(tm\w+)\._domainkey/.exec(host)?.[1] ?? [])
    const signedBy = async () => {
      await signing.emails.send({ to: "ada@example.com", from: "a@rotated.example", text: "x" })
      await signing.deliverDue()
      return [
        ...(relay.mails.at(-1)?.source.toString("latin1") ?? "").matchAll(/ s=(tm\w+);/g)
      ].map(([, selector]) => selector)
    }
    const added = await domains.add({ domain: "rotated.example" })
    publish(added)
    await domains.verify("rotated.example")
    const former = selectorsOf(added)
    expect((await signedBy()).toSorted()).toEqual(former.toSorted())

    const rotated = await domains.rotateDkim("rotated.example")
    const fresh = selectorsOf(rotated).filter((selector) => !former.includes(selector))
    expect([former.length, fresh.length]).toEqual([2, 2])
    expect((await signedBy()).toSorted()).toEqual(former.toSorted())
    publish(rotated)
    const { verification } = await domains.verify("rotated.example")
    expect((await signedBy()).toSorted()).toEqual(fresh.toSorted())
    expect(verification.dkim_retired.map(({ selector }) => selector).toSorted()).toEqual(
      former.toSorted()
    )
  })
})
