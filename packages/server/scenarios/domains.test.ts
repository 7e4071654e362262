import { describe, expect, it } from "vitest"
import { startCustomers, tally } from "./customers.js"
import { databases, sqliteUrl } from "./databases.js"
import { command, eventually, work } from "./harness.js"
import { idOf } from "./mails.js"
import { type PublishedRecord, makeTenant, startDomainServer } from "./domainServer.js"

interface Verified {
  readonly verification: {
    readonly spf: { readonly status: string }
    readonly dkim: { readonly status: string; readonly selector: string }
    readonly dmarc: { readonly status: string }
  }
  readonly ready_to_send: boolean
}

const contents = [
  { name: "html", subject: "Your order", html: "<h1>Thank you</h1>\n<p>It is on its way.</p>" },
  { name: "text", subject: "Your order", text: "Thank you.\n.\nIt is on its way.\n\n\n" },
  { name: "UTF-8", subject: "Zażółć 😀 gęślą", html: "<p>Grüße aus 東京 😀</p>" },
  {
    name: "long lines",
    subject: "long ".repeat(100).trim(),
    text: `${"x".repeat(5000)}\n${" ".repeat(90)}trailing   \n`
  },
  {
    name: "header fields",
    subject: "Hello",
    text: "Hello",
    headers: {
      "Reply-To": "help@shop.example",
      "List-Unsubscribe": "<https://shop.example/u>",
      "X-Odd": "a   b"
    }
  }
]

describe.each(databases)("a sending domain on %s", (_, makeUrl) => {
  it("signs its mail once its records are published, so that receivers find it aligned", async () => {
    const { addAndPublish, client, dns, judge, peer } = await startDomainServer(await makeUrl())
    const before = await client.send({
      to: "ada@example.com",
      from: "shop@shop.example",
      text: "unsigned"
    })
    expect(before.status).toBe(201)
    await addAndPublish("shop.example")
    const { body } = await client.post("/domains/shop.example/verify", undefined)
    expect(body).toMatchObject({
      domain: "shop.example",
      ready_to_send: true,
      verification: { spf: { status: "pass" }, dkim: { status: "ok" }, dmarc: { status: "ok" } }
    })
    for (const { name, ...request } of contents) {
      const sent = await client.send({
        to: "ada@example.com",
        from: "Shop <shop@shop.example>",
        ...request
      })
      expect([name, sent.status, sent.body]).toMatchObject([name, 201, {}])
      const id = sent.body.queued[0]?.id
      await peer.until(({ mails }) => mails.some((mail) => idOf(mail) === id))
      const source = peer.mails.find((mail) => idOf(mail) === id)?.source ?? Buffer.alloc(0)
      expect([name, await judge(source)]).toMatchObject([
        name,
        { dkim: [{ result: "pass", domain: "shop.example" }], dmarc: "pass" }
      ])
      const text = source.toString("latin1")
      const changed = [
        `Subject: another\r\n${text}`,
        text.replace(/^Subject: /im, "Subject: Re: "),
        `${text}more\r\n`
      ]
      for (const mail of changed) {
        expect(await judge(Buffer.from(mail, "latin1"))).not.toMatchObject({
          dkim: [{ result: "pass" }]
        })
        expect((await judge(Buffer.from(mail, "latin1"))).dmarc).not.toBe("pass")
      }
    }
    const first = peer.mails.find((mail) => idOf(mail) === before.body.queued[0]?.id)
    expect(first?.source.toString("latin1")).not.toMatch(/^dkim-signature:/im)

    // Withdrawn: asked for, the flag falls at once, and DNS that fails changes nothing.
    dns.set("shop.example", "TXT", "servfail")
    expect((await client.post("/domains/shop.example/verify", undefined)).body).toMatchObject({
      ready_to_send: true,
      verification: { spf: { status: "temperror" } }
    })
    dns.set("shop.example", "TXT", ["v=spf1 -all"])
    expect((await client.post("/domains/shop.example/verify", undefined)).body).toMatchObject({
      ready_to_send: false,
      verification: { spf: { status: "not_authorized" } }
    })
  })

  it("belongs to the first tenant that verifies it: others can neither verify it nor send from it", async () => {
    const { addAndPublish, client, environment, server, publish } = await startDomainServer(
      await makeUrl()
    )
    const other = await makeTenant((...args) => command(args, environment), server.url, "other")
    const theirs = await other.post("/domains", { domain: "shop.example" })
    expect(theirs.status).toBe(201)
    await addAndPublish("shop.example")
    publish((theirs.body as { readonly dns_records: ReadonlyArray<PublishedRecord> }).dns_records)
    expect((await client.post("/domains/shop.example/verify", undefined)).body).toMatchObject({
      ready_to_send: true
    })
    expect(await other.post("/domains/shop.example/verify", undefined)).toMatchObject({
      status: 409,
      body: { error: "domain_exists" }
    })
    const refused = await other.send({
      to: "ada@example.com",
      from: "shop@SHOP.example",
      text: "hello"
    })
    expect(refused).toMatchObject({ status: 400, body: { error: "Validation failed" } })
    expect(Object.keys((refused.body as unknown as { readonly details: object }).details)).toEqual([
      "from"
    ])
    expect(
      (await client.send({ to: "ada@example.com", from: "shop@shop.example", text: "hello" }))
        .status
    ).toBe(201)
  })

  it("changes its key under load without an unsigned or a lost mail", async () => {
    const { addAndPublish, client, environment, judge, peer, publish, server } =
      await startDomainServer(await makeUrl())
    await addAndPublish("example.com")
    const first = (await client.post("/domains/example.com/verify", undefined)).body as Verified
    expect(first.ready_to_send).toBe(true)
    const second = work(environment)
    const customers = startCustomers({ urls: () => [server.url], key: server.key ?? "", count: 4 })
    await peer.until(({ mails }) => mails.length > 50)
    const { body } = await client.post("/domains/example.com/rotate-dkim", undefined)
    const at = peer.mails.length
    await peer.until(({ mails }) => mails.length > at + 50)
    publish((body as { readonly dns_records: ReadonlyArray<PublishedRecord> }).dns_records)
    const rotated = (await client.post("/domains/example.com/verify", undefined)).body as Verified
    expect(rotated.verification.dkim.selector).not.toBe(first.verification.dkim.selector)
    const after = peer.mails.length
    await peer.until(({ mails }) => mails.length > after + 50)
    await customers.stop()
    await eventually(() => {
      expect(tally(customers, peer).lost).toBe(0)
    })
    const selectors = new Set<string>()
    for (const { source } of peer.mails) {
      const {
        dkim: [signature],
        dmarc
      } = await judge(source)
      expect([signature?.result, dmarc]).toEqual(["pass", "pass"])
      selectors.add(signature?.selector ?? "")
    }
    expect(selectors).toEqual(
      new Set([first.verification.dkim.selector, rotated.verification.dkim.selector])
    )
    expect(await second.end("SIGTERM")).toBe(0)
  })
})

describe("an operator's choices", () => {
  it("sign mail of unverified domains with the operator's own, and with Ed25519 beside RSA", async () => {
    const { addAndPublish, client, judge, peer } = await startDomainServer(await sqliteUrl(), {
      TELEMARK_SIGNING_DOMAIN: "mail.example",
      TELEMARK_DKIM_ED25519: "on"
    })
    await addAndPublish("mail.example")
    expect((await client.post("/domains/mail.example/verify", undefined)).body).toMatchObject({
      ready_to_send: true
    })
    await client.send({ to: "ada@example.com", from: "shop@unverified.example", text: "hello" })
    await client.send({ to: "bob@example.com", from: "post@mail.example", text: "hello" })
    await peer.until(({ mails }) => mails.length === 2)
    for (const { source } of peer.mails) {
      const { dkim, dmarc } = await judge(source)
      expect(dkim.map(({ domain, result }) => [domain, result])).toEqual([
        ["mail.example", "pass"],
        ["mail.example", "pass"]
      ])
      expect(dmarc).toBe(/^from: post@/im.test(source.toString("latin1")) ? "pass" : "none")
    }
  })

  it("restrict senders to verified domains, except for the server's own", async () => {
    const { addAndPublish, client } = await startDomainServer(await sqliteUrl(), {
      TELEMARK_SENDER_POLICY: "verified",
      TELEMARK_FROM: "Server <server@operator.example>"
    })
    const from = async (sender?: string) =>
      (
        await client.send({
          to: "ada@example.com",
          text: "hello",
          ...(sender === undefined ? {} : { from: sender })
        })
      ).status
    expect(await from("shop@shop.example")).toBe(400)
    await addAndPublish("shop.example")
    expect(await from("shop@shop.example")).toBe(400)
    await client.post("/domains/shop.example/verify", undefined)
    expect(await from("shop@shop.example")).toBe(201)
    expect(await from("shop@news.shop.example")).toBe(400)
    expect(await from()).toBe(201)
  })
})
