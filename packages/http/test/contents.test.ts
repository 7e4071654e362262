import { Inbox, makeRetention, Suppressions } from "@telemark/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type Service, startService } from "./support/service.js"
import { hosts, notFound, outcome } from "./support/webhooks.js"

const removed = [410, { error: "content_removed", message: expect.stringContaining("was removed") }]

describe.each(hosts)("what an email says, behind %s", (_, options) => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ ...options, linkUrl: "https://mail.example.com" })
  })
  afterAll(() => service.close())

  const account = async (settings: Parameters<Service["newAccount"]>[0] = {}) => {
    const {
      key: { key },
      tenant
    } = await service.newAccount(settings)
    const call = (method: string, path: string, json?: object, headers?: Record<string, string>) =>
      service.call(method, `/v1${path}`, {
        key,
        ...(json === undefined ? {} : { json }),
        ...(headers === undefined ? {} : { headers })
      })
    const send = async (changes: object = {}) => {
      const { json } = await call("POST", "/emails/send", {
        to: "ada@example.com",
        subject: "Hello",
        ...("template_id" in changes || "html" in changes ? {} : { text: "Hi" }),
        ...changes
      })
      return (json as { queued: ReadonlyArray<{ id: string }> }).queued.map(({ id }) => id)
    }
    const sendOne = async (changes?: object) => (await send(changes))[0] ?? ""
    return { call, send, sendOne, tenant }
  }

  it("is its texts, whom it names, its header fields and its files", async () => {
    const { call, sendOne } = await account()
    const id = await sendOne({
      to: "Ada <ada@example.com>",
      cc: "grace@example.com",
      bcc: "archive@example.com",
      reply_to: "Help <help@example.com>",
      subject: "Übersicht",
      html: "<p>Hi <b>Ada</b>!</p>",
      headers: { "X-Order": "7" },
      attachments: [
        { filename: "invoice.pdf", content: "JVBERi0=" },
        {
          filename: "logo",
          content: "iVBORw0KGgo=",
          content_id: "logo",
          content_type: "image/png"
        },
        { filename: "a.ics", content: "QQ==", content_type: "text/calendar; method=REQUEST" }
      ]
    })
    const { json, status } = await call("GET", `/emails/${id}/content`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      email_id: id,
      from: "Shop <shop@example.com>",
      to: ["Ada <ada@example.com>"],
      cc: ["grace@example.com"],
      reply_to: ["Help <help@example.com>"],
      subject: "Übersicht",
      html: "<p>Hi <b>Ada</b>!</p>",
      text: "Hi Ada!",
      attachments: [
        {
          index: 1,
          filename: "invoice.pdf",
          content_type: "application/pdf",
          size: 5,
          content_id: null
        },
        { index: 2, filename: "logo", content_type: "image/png", size: 8, content_id: "logo" },
        { index: 3, filename: "a.ics", content_type: "text/calendar; method=REQUEST", size: 1 }
      ]
    })
    const { headers } = json as { readonly headers: ReadonlyArray<{ name: string; value: string }> }
    expect(headers.map(({ name }) => name)).toEqual([
      "From",
      "To",
      "Cc",
      "Subject",
      "Date",
      "Message-ID",
      "X-Order",
      "Reply-To",
      "Auto-Submitted",
      "X-Auto-Response-Suppress"
    ])
    expect(headers).toContainEqual({ name: "X-Order", value: "7" })
    expect((await call("GET", `/emails/${id}/attachments/1`)).json).toEqual({
      filename: "invoice.pdf",
      content_type: "application/pdf",
      content: "JVBERi0="
    })
    expect((await call("GET", `/emails/${id}/attachments/2`)).json).toMatchObject({
      content_type: "image/png",
      content: "iVBORw0KGgo="
    })
    for (const index of ["0", "4", "x", "-1", "1.5"])
      expect(outcome(await call("GET", `/emails/${id}/attachments/${index}`))).toEqual(notFound)
  })

  it("names nobody who got a blind copy, in content and source", async () => {
    const { call, send } = await account()
    for (const id of await send({
      to: "ada@example.com",
      bcc: ["archive@example.com", "audit@example.com"]
    })) {
      for (const part of ["content", "source"])
        expect((await call("GET", `/emails/${id}/${part}`)).text).not.toMatch(
          /archive@|audit@|\bbcc\b/i
        )
    }
  })

  it("has placeholders where addresses act for the recipient, and links to their targets", async () => {
    const { call, sendOne } = await account()
    const id = await sendOne({
      html: '<a href="https://example.org/a">a</a> <a href="{{unsubscribe_url}}">stop</a>',
      track: { opens: true, clicks: true }
    })
    const content = (await call("GET", `/emails/${id}/content`)).text
    const source = (await call("GET", `/emails/${id}/source`)).text
    for (const text of [content, source]) {
      expect(text).not.toContain("mail.example.com")
      expect(text).toContain("https://example.org/a")
    }
    expect(content).toContain("{{unsubscribe_url}}")
    expect(source).toContain("List-Unsubscribe: <https://unsubscribe.invalid/>")
  })

  it("has a source as it is composed, of which long ones are cut at a line", async () => {
    const { call, sendOne } = await account()
    const short = (await call("GET", `/emails/${await sendOne()}/source`)).json as {
      source: string
      size: number
    }
    expect(short).toMatchObject({
      source: expect.stringMatching(
        /^From: Shop <shop@example.com>\r\nTo: ada@example.com\r\nSubject: Hello\r\n.*\r\n\r\nHi\r\n$/s
      ),
      truncated: false,
      captured: false
    })
    expect(short.size).toBe(short.source.length)
    const file = Buffer.alloc(2_000_000, "a").toString("base64")
    const long = (
      await call(
        "GET",
        `/emails/${await sendOne({ attachments: [{ filename: "a.bin", content: file }] })}/source`
      )
    ).json as { source: string; size: number }
    expect(long).toMatchObject({ truncated: true, source: expect.stringMatching(/\r\n$/) })
    expect(long.source.length).toBeLessThanOrEqual(1024 * 1024)
    expect(long.size).toBeGreaterThan(2_600_000)
  })

  it("has the source that was captured", async () => {
    const { call, sendOne, tenant } = await account()
    const id = await sendOne()
    const mail = {
      id,
      tenant_id: tenant.id,
      sender: "shop@example.com",
      recipient: "ada@example.com",
      subject: "Hello",
      captured_at: 1
    }
    await service.runtime.runPromise(
      Effect.flatMap(Inbox, (inbox) =>
        inbox.put(mail, new TextEncoder().encode("Subject: Kept\r\n\r\nas it was\r\n"))
      )
    )
    expect((await call("GET", `/emails/${id}/source`)).json).toEqual({
      source: "Subject: Kept\r\n\r\nas it was\r\n",
      size: 28,
      truncated: false,
      captured: true
    })
  })

  it("isn't another tenant's to read or to send again", async () => {
    const id = await (
      await account()
    ).sendOne({ attachments: [{ filename: "a", content: "YQ==" }] })
    const { call } = await account()
    for (const part of ["content", "source", "attachments/1"])
      expect(outcome(await call("GET", `/emails/${id}/${part}`))).toEqual(notFound)
    expect(outcome(await call("POST", `/emails/${id}/resend`))).toEqual(notFound)
    for (const unknown of ["em_0", "evt_0199a0b0c0d070008000000000000000"])
      expect(outcome(await call("GET", `/emails/${unknown}/content`))).toEqual(notFound)
  })

  it("is sent again as a new email, with everything that it had", async () => {
    const { call, sendOne } = await account()
    const id = await sendOne({
      html: "<p>Hi</p>",
      tags: { order: "7" },
      metadata: { a: 1 },
      headers: { "X-Order": "7" },
      attachments: [{ filename: "a.txt", content: "YQ==" }],
      scheduled_at: new Date(Date.now() + 60_000).toISOString()
    })
    const { json, status } = await call("POST", `/emails/${id}/resend`)
    expect(status).toBe(201)
    expect(json).toEqual({
      queued: [
        { id: expect.stringMatching(/^em_/), recipient: "ada@example.com", status: "queued" }
      ],
      suppressed: [],
      idempotent_replay: false
    })
    const again = (json as { queued: [{ id: string }] }).queued[0].id
    expect(again).not.toBe(id)
    expect((await call("GET", `/emails/${again}`)).json).toMatchObject({
      subject: "Hello",
      tags: { order: "7" },
      metadata: { a: 1 },
      scheduled_at: null,
      status: "queued"
    })
    expect((await call("GET", `/emails/${again}/content`)).json).toMatchObject({
      html: "<p>Hi</p>",
      attachments: [{ filename: "a.txt" }]
    })
    expect((await call("GET", `/emails/${again}/attachments/1`)).json).toMatchObject({
      content: "YQ=="
    })
    expect((await call("GET", "/emails")).json).toMatchObject({ data: { length: 2 } })
  })

  it("is sent again once under a key, and not to whom mail is suppressed or beyond the quota", async () => {
    const { call, sendOne, tenant } = await account({ monthly_limit: 2 })
    const id = await sendOne()
    const keyed = () =>
      call("POST", `/emails/${id}/resend`, undefined, { "idempotency-key": "again" })
    const [first, second] = [await keyed(), await keyed()]
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.json).toEqual({ ...(first.json as object), idempotent_replay: true })
    expect((await call("POST", `/emails/${id}/resend`)).status).toBe(429)
    await service.runtime.runPromise(
      Effect.flatMap(Suppressions, ({ add }) =>
        add(tenant.id, { email_address: "ADA@example.com" })
      )
    )
    expect((await call("POST", `/emails/${id}/resend`)).json).toEqual({
      queued: [],
      suppressed: ["ada@example.com"],
      idempotent_replay: false
    })
    expect(
      (
        await service.call("POST", `/v1/emails/${id}/resend`, {
          key: (await service.newKey(tenant, ["email:read"])).key
        })
      ).status
    ).toBe(403)
  })

  it("is gone when retention has removed it, which is said", async () => {
    // Mail that waits, of any tenant, keeps bodies from being removed.
    const other = await startService(options)
    onTestFinished(() => other.close())
    const {
      key: { key }
    } = await other.newAccount()
    const call = (method: string, path: string, json?: object) =>
      other.call(method, `/v1${path}`, { key, ...(json === undefined ? {} : { json }) })
    const { json } = await call("POST", "/emails/send", {
      to: "ada@example.com",
      text: "Hi",
      attachments: [{ filename: "a", content: "YQ==" }]
    })
    const {
      queued: [{ id }]
    } = json as { queued: [{ id: string }] }
    await call("POST", `/emails/${id}/cancel`)
    await other.runtime.runPromise(
      Effect.flatMap(makeRetention, (store) => store.removeBodies(Date.now() + 1000))
    )
    for (const part of ["content", "source", "attachments/1"])
      expect(outcome(await call("GET", `/emails/${id}/${part}`))).toEqual(removed)
    expect(outcome(await call("POST", `/emails/${id}/resend`))).toEqual(removed)
  })
})
