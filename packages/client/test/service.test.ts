import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  createClient,
  DomainExists,
  InsufficientScope,
  InvalidApiKey,
  MonthlyLimitExceeded,
  NoSmtpConfig,
  NotFound,
  PayloadTooLarge,
  RateLimited,
  ScopeExceedsCaller,
  type SendRequest,
  type TelemarkClient,
  TemplateExists,
  TopicExists,
  ValidationFailed
} from "../src/index.js"
import { failure } from "./support/client.js"
import { type RunningService, startService } from "./support/service.js"

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newClient = async (
  settings?: Parameters<RunningService["newKey"]>[0]
): Promise<TelemarkClient> =>
  createClient({ baseUrl: service.baseUrl, apiKey: await service.newKey(settings) })

const hello = { to: "ada@example.com", subject: "Hello", text: "hello" }

const collect = async <A>(list: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const one of list) all.push(one)
  return all
}

describe("with the client", () => {
  it("a filter that an operation doesn't have is refused, and the right one named", async () => {
    const { emails } = await newClient()
    const misspelt = { recipent: "ada@example.com" } as never
    // One after the other: one that is refused before it is awaited is an unhandled rejection.
    for (const call of [
      () => emails.list(misspelt),
      () => collect(emails.all(misspelt)),
      () => collect(emails.export(misspelt))
    ])
      expect(await failure(call())).toMatchObject({
        _tag: "ValidationFailed",
        details: {
          "query.recipent": ["is no parameter of this operation; did you mean recipient?"]
        }
      })
  })

  it("mail is sent, found, followed and cancelled", async () => {
    const client = await newClient()
    const { queued } = await client.emails.send({
      ...hello,
      cc: ["bob@example.com"],
      reply_to: "Help <help@example.com>",
      tags: { order: "1042" },
      metadata: { order: 1042 },
      attachments: [{ filename: "invoice.txt", content: new TextEncoder().encode("42") }]
    })
    expect(queued.map(({ recipient }) => recipient)).toEqual(["ada@example.com", "bob@example.com"])
    const [first] = queued
    expect(await client.emails.get(first!.id)).toMatchObject({
      status: "queued",
      tags: { order: "1042" },
      metadata: { order: 1042 }
    })
    expect(
      (await client.emails.list({ tag: "order:1042", recipient: "bob@example.com" })).data.map(
        ({ id }) => id
      )
    ).toEqual([queued[1]!.id])
    expect(await client.emails.events(first!.id)).toMatchObject({
      email_id: first!.id,
      status: "queued"
    })
    const later = await client.emails.send({
      ...hello,
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString()
    })
    expect(await client.emails.cancel(later.queued[0]!.id)).toMatchObject({ status: "failed" })
    await expect(client.emails.cancel(later.queued[0]!.id)).rejects.toMatchObject({
      _tag: "NotCancellable",
      details: { reason: "settled" }
    })
  })

  it("recipients have names, html has its own text, and what was misspelt is named", async () => {
    const client = await newClient()
    const request = {
      to: "Ada <ada@example.com>",
      cc: ['"Hopper, Grace" <grace@example.com>'],
      html: "<p>Hello</p>",
      text: "Hello",
      replyTo: "b@example.com"
    }
    const { queued, warnings } = await client.emails.send(request)
    expect(queued.map(({ recipient }) => recipient)).toEqual([
      "ada@example.com",
      "grace@example.com"
    ])
    expect(warnings).toEqual([
      "replyTo is no member of a send and was ignored; did you mean reply_to?"
    ])
    await expect(
      // @ts-expect-error: a template has its own text
      client.emails.send({ to: "ada@example.com", template_id: "x", text: "Hello" })
    ).rejects.toMatchObject({ details: { body: [expect.any(String)] } })
  })

  it("a send under a key of the caller's is made once", async () => {
    const client = await newClient()
    const first = await client.emails.send(hello, { idempotencyKey: "order 1042" })
    const second = await client.emails.send(hello, { idempotencyKey: "order 1042" })
    expect(second).toEqual({ ...first, idempotent_replay: true })
    expect(await collect(client.emails.all())).toHaveLength(1)
  })

  it("a send whose answer was lost is made once", async () => {
    let calls = 0
    const client = createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.newKey(),
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        if (calls++ > 0) return response
        await response.text()
        throw new TypeError("the connection broke")
      }
    })
    expect(await client.emails.send(hello)).toMatchObject({
      queued: [{ recipient: "ada@example.com" }],
      idempotent_replay: true
    })
    expect(calls).toBe(2)
    expect((await client.emails.list()).data).toHaveLength(1)
  })

  it("a batch has a result or an error for each send", async () => {
    const client = await newClient()
    const { data } = await client.emails.sendBatch([
      hello,
      { ...hello, to: "nobody" },
      { ...hello, to: "bob@example.com" }
    ])
    expect(data.map(({ error, result }) => error?._tag ?? result?.queued[0]?.recipient)).toEqual([
      "ada@example.com",
      "ValidationFailed",
      "bob@example.com"
    ])
    expect(data[1]?.error?.details).toHaveProperty("to")
    await expect(client.emails.sendBatch([])).rejects.toBeInstanceOf(ValidationFailed)
  })

  it("all mail is read, page by page, each once, also what comes meanwhile", async () => {
    const client = await newClient()
    const requests = Array.from({ length: 3 }, (_, part) =>
      client.emails.send({
        ...hello,
        tags: { kind: "many" },
        to: Array.from({ length: 50 }, (__, index) => `a${String(part * 50 + index)}@example.com`)
      })
    )
    await Promise.all(requests)
    const seen: Array<string> = []
    for await (const { id } of client.emails.all({ status: "queued", tag: "kind:many" })) {
      if (seen.push(id) === 50) await client.emails.send({ ...hello, tags: { kind: "many" } })
    }
    expect(seen).toHaveLength(150)
    expect(new Set(seen).size).toBe(150)
  })

  it("addresses with anything in them are suppressed, found and allowed again", async () => {
    const client = await newClient()
    const addresses = [
      "a%41/b?c#d&e+f@example.com",
      "jürgen@bücher.example",
      "o'hara=x@example.com"
    ]
    for (const email_address of addresses)
      expect(await client.suppressions.add({ email_address, reason: "asked" })).toEqual({
        status: "suppressed"
      })
    expect(
      (await collect(client.suppressions.all())).map(({ email_address }) => email_address)
    ).toEqual(addresses.toReversed())
    for (const address of addresses) {
      expect(await client.suppressions.check(address)).toMatchObject({
        suppressed: true,
        reason: "asked"
      })
      expect(await client.suppressions.remove(address)).toEqual({ success: true })
      await expect(client.suppressions.remove(address)).rejects.toBeInstanceOf(NotFound)
    }
    expect(await client.suppressions.list({ limit: 7, offset: 1 })).toEqual({
      data: [],
      limit: 7,
      offset: 1,
      next: null
    })
  })

  it("topics are created, named by sends, suppressed by themselves and removed", async () => {
    const client = await newClient()
    expect(await client.topics.create({ id: "news", name: "News" })).toMatchObject({
      id: "news",
      description: null,
      translations: {}
    })
    await expect(client.topics.create({ id: "news", name: "News" })).rejects.toBeInstanceOf(
      TopicExists
    )
    expect(await client.topics.update("news", { description: "Monthly." })).toMatchObject({
      name: "News",
      description: "Monthly."
    })
    expect((await client.topics.list()).data).toMatchObject([{ id: "news" }])
    await client.suppressions.add({ email_address: "ada@example.com", topic: "news" })
    expect(await client.emails.send({ ...hello, topic: "news" })).toMatchObject({
      queued: [],
      suppressed: [expect.any(String)]
    })
    expect(await client.emails.send(hello)).toMatchObject({ suppressed: [] })
    expect(await collect(client.suppressions.all({ topic: "news" }))).toMatchObject([
      { email_address: "ada@example.com", topic: "news" }
    ])
    expect(await client.suppressions.check("ada@example.com")).toMatchObject({
      suppressed: false,
      topics: [{ topic: "news", reason: "manual" }]
    })
    await expect(client.suppressions.remove("ada@example.com")).rejects.toBeInstanceOf(NotFound)
    expect(await client.suppressions.remove("ada@example.com", { topic: "news" })).toEqual({
      success: true
    })
    expect(await client.topics.remove("news")).toEqual({ success: true })
    await expect(client.emails.send({ ...hello, topic: "news" })).rejects.toMatchObject({
      details: { topic: [expect.any(String)] }
    })
  })

  it("templates are made, changed, looked at and used", async () => {
    const client = await newClient()
    const template = {
      id: "welcome",
      name: "Welcome",
      subject_template: "Hello {{name}}",
      html: "<p>Hello {{name}}</p>"
    }
    expect(await client.templates.create(template)).toMatchObject({ version: 1, status: "created" })
    await expect(client.templates.create(template)).rejects.toBeInstanceOf(TemplateExists)
    expect(await client.templates.update("welcome", { name: "Again" })).toMatchObject({
      version: 2,
      status: "updated"
    })
    expect(await client.templates.restore("welcome", { version: 1 })).toMatchObject({
      version: 3,
      status: "restored"
    })
    expect((await client.templates.versions("welcome")).data).toHaveLength(3)
    expect(await client.templates.version("welcome", 2)).toMatchObject({ name: "Again" })
    expect(await client.templates.get("welcome")).toMatchObject({ name: "Welcome", active: true })
    expect(
      await client.templates.preview({ html: "<p>{{a}}</p>", data: { a: "b" } })
    ).toMatchObject({ html: "<p>b</p>", errors: [] })
    expect(
      await client.emails.send({
        to: "ada@example.com",
        template_id: "welcome",
        data: { name: "Ada" }
      })
    ).toMatchObject({ suppressed: [] })
    expect(await client.templates.deactivate("welcome")).toEqual({
      id: "welcome",
      status: "deactivated"
    })
    expect((await client.templates.list()).data).toMatchObject([{ id: "welcome", active: false }])
    const {
      data: [starter]
    } = await client.templates.starters()
    expect(await client.templates.starter(starter!.slug)).toMatchObject({ slug: starter!.slug })
    expect(await client.brand.update({ name: "Shop" })).toMatchObject({ name: "Shop" })
    expect(await client.brand.get()).toMatchObject({ name: "Shop" })
    expect(await client.tracking.update({ clicks: true })).toEqual({
      opens: false,
      clicks: true,
      available: false
    })
    expect(await client.tracking.get()).toEqual({ opens: false, clicks: true, available: false })
  })

  it("domains, SMTP servers, webhook endpoints, keys and figures are looked after", async () => {
    const client = await newClient()
    expect(await client.domains.add({ domain: "Bücher.example" })).toMatchObject({
      domain: "xn--bcher-kva.example"
    })
    await expect(client.domains.add({ domain: "bücher.example" })).rejects.toBeInstanceOf(
      DomainExists
    )
    expect((await client.domains.list()).domains).toHaveLength(1)
    expect(await client.domains.get("bücher.example")).toMatchObject({ ready_to_send: false })
    expect((await client.domains.rotateDkim("bücher.example")).dns_records.length).toBeGreaterThan(
      0
    )
    expect(await client.domains.remove("bücher.example")).toEqual({ success: true })
    await expect(client.smtpConfig.get()).rejects.toBeInstanceOf(NoSmtpConfig)
    await expect(
      client.smtpConfig.save({
        provider: "own",
        host: "127.0.0.1",
        port: 25,
        username: "u",
        password: "p"
      })
    ).rejects.toMatchObject({ _tag: "SmtpConnectionFailed", details: { stage: "policy" } })
    const endpoint = await client.webhookEndpoints.create({
      url: "https://1.1.1.1/hooks",
      events: ["email.sent"]
    })
    expect(endpoint.secret).toMatch(/^whsec_/)
    expect(await client.webhookEndpoints.update(endpoint.id, { active: false })).toMatchObject({
      active: false
    })
    expect(await client.webhookEndpoints.rotateSecret(endpoint.id)).toMatchObject({
      id: endpoint.id
    })
    expect(await collect(client.webhookEndpoints.allDeliveries(endpoint.id))).toEqual([])
    expect(await client.webhookEndpoints.remove(endpoint.id)).toEqual({ success: true })
    expect(await client.analytics.summary("24h")).toMatchObject({ period: "24h" })
    await expect(client.analytics.summary("1y" as "24h")).rejects.toMatchObject({
      _tag: "InvalidPeriod"
    })
    const { id, key } = await client.apiKeys.create({ name: "CI", scopes: ["email:read"] })
    const other = createClient({ baseUrl: service.baseUrl, apiKey: key })
    await expect(other.emails.send(hello)).rejects.toMatchObject({
      _tag: "InsufficientScope",
      details: { required: "email:send" }
    })
    expect((await client.apiKeys.list()).data.map((one) => one.id)).toContain(id)
    expect(await client.apiKeys.revoke(id)).toEqual({ success: true })
    await expect(other.emails.list()).rejects.toBeInstanceOf(InvalidApiKey)
  })
})

describe("the service refuses with", () => {
  it("ValidationFailed, whose details name the paths", async () => {
    const client = await newClient()
    const error = await failure(
      client.emails.send({ to: ["ada@example.com", "nobody"], text: "hello" })
    )
    expect(error).toBeInstanceOf(ValidationFailed)
    expect(error).toMatchObject({
      status: 400,
      details: { "to.1": [expect.any(String)] },
      message: expect.stringContaining("to.1"),
      requestId: expect.any(String)
    })
    await expect(client.emails.list({ limit: 1000 })).rejects.toMatchObject({
      details: { "query.limit": [expect.any(String)] }
    })
  })

  it("ValidationFailed for what no TypeScript would let through", async () => {
    const client = await newClient()
    const details = async (call: Promise<unknown>) =>
      Object.keys(((await failure(call)) as ValidationFailed).details)
    for (const content of [
      new ArrayBuffer(3),
      new Blob(["abc"]),
      {},
      42,
      null,
      undefined,
      [1, 2, 3]
    ]) {
      const attachments = [{ filename: "a.txt", content: content as string }]
      expect(await details(client.emails.send({ ...hello, attachments }))).toEqual([
        "attachments.0.content"
      ])
    }
    expect(
      await details(client.emails.send({ ...hello, attachments: "a" as unknown as [] }))
    ).toEqual(["attachments"])
    for (const request of [null, undefined, "text", []]) {
      expect(await details(client.emails.send(request as unknown as SendRequest))).not.toEqual([])
    }
    for (const requests of [null, undefined, "text", {}]) {
      expect(
        await details(client.emails.sendBatch(requests as ReadonlyArray<SendRequest>))
      ).toEqual(["emails"])
    }
    const { data } = await client.emails.sendBatch([
      null,
      hello
    ] as unknown as ReadonlyArray<SendRequest>)
    expect(data.map(({ error }) => error?._tag)).toEqual(["ValidationFailed", undefined])
  })

  it("NotFound for what isn't there, and for a path that isn't", async () => {
    const client = await newClient()
    await expect(client.emails.get("em_none/x?y")).rejects.toBeInstanceOf(NotFound)
    await expect(client.templates.get("none")).rejects.toMatchObject({
      status: 404,
      code: "not_found"
    })
  })

  it("ScopeExceedsCaller and InsufficientScope", async () => {
    const client = await newClient({ scopes: ["apikey:manage"] })
    await expect(
      client.apiKeys.create({ name: "CI", scopes: ["email:send"] })
    ).rejects.toMatchObject({ details: { scopes: ["email:send"] } })
    await expect(
      client.apiKeys.create({ name: "CI", scopes: ["email:send"] })
    ).rejects.toBeInstanceOf(ScopeExceedsCaller)
    await expect(client.emails.list()).rejects.toBeInstanceOf(InsufficientScope)
  })

  it("RateLimited, and says when to come back", async () => {
    const client = await newClient({ rate_limit: 1 })
    await client.emails.send(hello)
    const error = await failure(client.emails.send(hello, { retries: 0 }))
    expect(error).toBeInstanceOf(RateLimited)
    expect((error as RateLimited).retryAfterSeconds).toBeGreaterThan(0)
  })

  it("MonthlyLimitExceeded, which isn't waited for", async () => {
    const client = await newClient({ monthly_limit: 1 })
    // In the last minute of a month the client would wait for the next one.
    await expect(
      client.emails.send({ ...hello, to: ["a@example.com", "b@example.com"] }, { retries: 0 })
    ).rejects.toBeInstanceOf(MonthlyLimitExceeded)
  })

  it("PayloadTooLarge", async () => {
    const client = await newClient()
    await expect(
      client.templates.preview({ html: "x".repeat(5 * 1024 * 1024) }, { retries: 0 })
    ).rejects.toBeInstanceOf(PayloadTooLarge)
  })
})
