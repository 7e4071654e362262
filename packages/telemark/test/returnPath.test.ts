import { type DnsRecord, makeReturnPathKeys, StoredKeys } from "@telemark/core"
import { emailIdOfToken } from "@telemark/feedback"
import { capture, smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { type DnsPeer, type SmtpPeer, startDnsPeer, startSmtpPeer } from "@telemark/testing"
import { Effect, Layer } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTelemark, type Telemark, type TelemarkOptions, ValidationFailed } from "telemark"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"

const host = "bounce.mail.example"
const secretOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64")

let dns: DnsPeer
let relay: SmtpPeer

beforeAll(async () => {
  dns = await startDnsPeer()
  relay = await startSmtpPeer({ dsn: true })
})

afterAll(async () => {
  await relay.close()
  await dns.close()
})

const open = async (options: Partial<TelemarkOptions> = {}): Promise<Telemark> => {
  relay.forget()
  const telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: smtp({ url: relay.url }),
    dnsServers: [dns.address],
    spf: "ip4:192.0.2.25",
    secret: secretOf(1),
    allowNetworks: ["127.0.0.1/32"],
    returnPath: { host },
    ...options
  })
  onTestFinished(() => telemark.close())
  return telemark
}

const noKeys = Layer.succeed(StoredKeys, {
  keys: Effect.succeed(undefined),
  update: () => Effect.succeed([])
})

/** The message that a return path names to a process with these secrets, and its domain. */
const named = async (address = "", secret = secretOf(1)) => {
  const [, token = "", domain] = /^b\+([^@]+)@(.+)$/.exec(address) ?? []
  const keys = await Effect.runPromise(
    Effect.provide(Effect.flatten(makeReturnPathKeys(secret)), noKeys)
  )
  return { domain, id: emailIdOfToken(keys, token) }
}

/** Sends one mail and returns its id and its envelope sender. */
const sendFrom = async (
  telemark: Pick<Telemark, "emails"> & { deliverDue: Telemark["deliverDue"] },
  from: string
) => {
  const before = relay.mails.length
  const {
    queued: [queued]
  } = await telemark.emails.send({ from, to: "ada@example.org", subject: "Hello", text: "Hello" })
  await telemark.deliverDue()
  expect(relay.mails).toHaveLength(before + 1)
  return { id: queued?.id, path: relay.mails.at(-1)?.envelope.from }
}

const publish = (records: ReadonlyArray<DnsRecord>): void => {
  for (const { host: name, type, value } of records) dns.set(name, type, [value])
}

describe("mail over the platform's relay", () => {
  it("has its sender's address as its return path by default", async () => {
    const { path } = await sendFrom(await open({ returnPath: undefined }), "shop@shop.example")
    expect(path).toBe("shop@shop.example")
    expect(relay.commands.filter((line) => line.startsWith("RCPT"))).toEqual([
      "RCPT TO:<ada@example.org>"
    ])
  })

  it("has a return path at the host that names the message, and asks for reports on failures", async () => {
    const telemark = await open()
    const { id, path } = await sendFrom(telemark, "Shop <shop@shop.example>")
    expect(await named(path)).toEqual({ domain: host, id })
    expect(path).toMatch(/^b\+[a-z2-7]{39}@bounce\.mail\.example$/)
    expect(relay.mails[0]?.parameters).toBe(`RET=HDRS ENVID=${String(id)}`)
    expect(relay.commands.filter((line) => line.startsWith("RCPT"))).toEqual([
      "RCPT TO:<ada@example.org> NOTIFY=FAILURE,DELAY ORCPT=rfc822;ada@example.org"
    ])
    expect(relay.mails[0]?.source.toString("latin1")).toContain(
      "From: Shop <shop@shop.example>\r\n"
    )
    const next = await sendFrom(telemark, "shop@shop.example")
    expect(next.path).not.toBe(path)
    expect(await named(next.path)).toEqual({ domain: host, id: next.id })
  })

  it("asks for reports on deliveries too where the option says so", async () => {
    await sendFrom(await open({ returnPath: { host, reportSuccess: true } }), "shop@shop.example")
    expect(relay.commands).toContain(
      "RCPT TO:<ada@example.org> NOTIFY=SUCCESS,FAILURE,DELAY ORCPT=rfc822;ada@example.org"
    )
  })

  it("has a return path in its sender's domain while that is verified there, and the host's before and after", async () => {
    const telemark = await open({ sendingIps: ["192.0.2.25"] })
    const { dns_records } = await telemark.domains.add({ domain: "Shop.example" })
    expect(
      dns_records.map(({ host: name, type }) => [type, name.replace(/^tm[a-z2-7]{8}/, "tm")])
    ).toEqual([
      ["TXT", "shop.example"],
      ["TXT", "tm._domainkey.shop.example"],
      ["TXT", "_dmarc.shop.example"],
      ["CNAME", "bounce.shop.example"]
    ])
    expect(dns_records[3]?.value).toBe(host)

    publish(dns_records.slice(0, 3))
    expect(await telemark.domains.verify("shop.example")).toMatchObject({
      ready_to_send: true,
      verification: { return_path: { status: "missing" } }
    })
    expect(await telemark.domains.get("shop.example")).toMatchObject({
      return_path_verified: false
    })
    expect(await named((await sendFrom(telemark, "shop@shop.example")).path)).toMatchObject({
      domain: host
    })

    publish(dns_records.slice(3))
    expect(await telemark.domains.verify("shop.example")).toMatchObject({
      verification: { return_path: { verified: true, status: "ok" } }
    })
    expect(await telemark.domains.list()).toMatchObject({
      domains: [{ return_path_verified: true }]
    })
    const { id, path } = await sendFrom(telemark, "shop@SHOP.example")
    expect(await named(path)).toEqual({ domain: "bounce.shop.example", id })
    expect(await named((await sendFrom(telemark, "shop@other.example")).path)).toMatchObject({
      domain: host
    })

    dns.set("bounce.shop.example", "CNAME", "servfail")
    expect(await telemark.domains.verify("shop.example")).toMatchObject({
      verification: { return_path: { status: "temperror" } }
    })
    expect(await named((await sendFrom(telemark, "shop@shop.example")).path)).toMatchObject({
      domain: "bounce.shop.example"
    })

    dns.remove("bounce.shop.example")
    await telemark.domains.verify("shop.example")
    expect(await named((await sendFrom(telemark, "shop@shop.example")).path)).toMatchObject({
      domain: host
    })
  })

  it("of a domain that is itself above the host needs no alias", async () => {
    const telemark = await open()
    const { dns_records } = await telemark.domains.add({ domain: "mail.example" })
    expect(dns_records.map(({ type }) => type)).toEqual(["TXT", "TXT", "TXT"])
    expect(await telemark.domains.get("mail.example")).not.toHaveProperty("return_path_verified")
    expect((await telemark.domains.verify("mail.example")).verification).not.toHaveProperty(
      "return_path"
    )
  })

  it("gets a return path in its domain also where the worker takes it as it is accepted", async () => {
    const telemark = await open({ sendingIps: ["192.0.2.25"] })
    publish((await telemark.domains.add({ domain: "taken.example" })).dns_records)
    await telemark.domains.verify("taken.example")
    telemark.startWorker()
    await telemark.emails.send({
      from: "shop@taken.example",
      to: "ada@example.org",
      subject: "Hello",
      text: "Hello"
    })
    await relay.until(({ mails }) => mails.length === 1)
    expect(await named(relay.mails[0]?.envelope.from)).toMatchObject({
      domain: "bounce.taken.example"
    })
  })
})

describe("a token in a return path", () => {
  it("is made with the newest secret, and known to all processes that have that secret", async () => {
    const old = await sendFrom(await open(), "shop@shop.example")
    const rotated = await sendFrom(
      await open({ secret: `${secretOf(2)},${secretOf(1)}` }),
      "shop@shop.example"
    )
    expect(await named(rotated.path, secretOf(2))).toMatchObject({ id: rotated.id })
    expect(await named(rotated.path, secretOf(1))).toMatchObject({ id: undefined })
    for (const { id, path } of [old, rotated])
      expect(await named(path, `${secretOf(2)},${secretOf(1)}`)).toMatchObject({ id })
  })

  it("is made with the key beside the database if no secret is given", async () => {
    const folder = await mkdtemp(join(tmpdir(), "telemark-path-"))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const telemark = await open({
      storage: sqlite({ filename: join(folder, "mail.db") }),
      secret: undefined
    })
    const { path } = await sendFrom(telemark, "shop@shop.example")
    expect(path).toMatch(/^b\+[a-z2-7]{39}@/)
    expect(await named(path)).toMatchObject({ id: undefined })
    await telemark.close()
  })
})

describe("other routes", () => {
  it("of a tenant's own server keep the sender's address, and ask for nothing", async () => {
    const own = await startSmtpPeer({ dsn: true, login: { user: "shop", password: "hunter2" } })
    onTestFinished(() => own.close())
    const telemark = await open()
    await telemark.smtpConfig.save({
      provider: "custom",
      host: "127.0.0.1",
      port: own.port,
      username: "shop",
      password: "hunter2",
      tls_required: false
    })
    await telemark.emails.send({
      from: "shop@shop.example",
      to: "ada@example.org",
      subject: "Hello",
      text: "Hello"
    })
    await telemark.deliverDue()
    expect(own.mails).toMatchObject([{ envelope: { from: "shop@shop.example" }, parameters: "" }])
    expect(own.commands).toContain("RCPT TO:<ada@example.org>")
  })

  it("into the inbox leave the mail as it is", async () => {
    const telemark = await open({ transport: capture() })
    await telemark.emails.send({
      from: "shop@shop.example",
      to: "ada@example.org",
      subject: "Hello",
      text: "Hello"
    })
    expect(await telemark.deliverDue()).toMatchObject({ emails: { sent: 1 } })
  })
})

it.each([
  [{ host: "localhost" }],
  [{ host: "bounce.mail.example", reportSuccess: "yes" }],
  [{}],
  ["bounce.mail.example"]
])("refuses the return path %j", async (returnPath) => {
  await expect(open({ returnPath: returnPath as never })).rejects.toBeInstanceOf(ValidationFailed)
})
