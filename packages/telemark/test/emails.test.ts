import { smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { type SmtpPeer, startSmtpPeer } from "@telemark/testing"
import { Buffer } from "node:buffer"
import {
  createTelemark,
  type ListEmails,
  NotCancellable,
  NotFound,
  type SendRequest,
  type Telemark,
  ValidationFailed
} from "telemark"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

let peer: SmtpPeer
let telemark: Telemark

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )
const unsigned = expect.stringContaining("is sent without a DKIM signature") as unknown
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
const send = async (request: SendRequest): Promise<string> =>
  (await telemark.emails.send(request)).queued[0]?.id ?? ""

beforeEach(async () => {
  peer = await startSmtpPeer()
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: smtp({ url: peer.url }),
    from: "Shop <shop@example.com>",
    monthlyLimit: 1000
  })
})

afterEach(async () => {
  await telemark.close()
  await peer.close()
})

describe("a mail to several", () => {
  it("shows those in to and cc to all, and those in bcc to no one", async () => {
    const { queued } = await telemark.emails.send({
      to: "ada@example.com",
      cc: ["bob@example.com", "ADA@example.com"],
      bcc: "eve@example.com",
      text: "x"
    })
    expect(queued.map(({ recipient }) => recipient)).toEqual([
      "ada@example.com",
      "bob@example.com",
      "eve@example.com"
    ])
    telemark.startWorker()
    await peer.until(({ mails }) => mails.length === 3)
    expect(peer.mails.flatMap(({ envelope }) => envelope.to).sort()).toEqual([
      "ada@example.com",
      "bob@example.com",
      "eve@example.com"
    ])
    const sources = peer.mails.map(({ source }) => source.toString())
    for (const source of sources) {
      expect(source).toMatch(/^To: ada@example\.com\r$/m)
      expect(source).toMatch(/^Cc: bob@example\.com\r$/m)
      expect(source).not.toContain("eve@")
    }
    expect(new Set(sources.map((source) => /^Message-ID: (.*)\r$/im.exec(source)?.[1])).size).toBe(
      1
    )
  })

  it("includes its files and its reply-to address", async () => {
    const octets = Buffer.from("%PDF-1.7 not really\0\xff", "latin1")
    await send({
      to: "ada@example.com",
      reply_to: ["Help <help@example.com>", "sales@example.com"],
      html: '<p><img src="cid:logo">Hello</p>',
      attachments: [
        { filename: "invoice.pdf", content: octets },
        { filename: "logo.png", content: octets.toString("base64"), content_id: "logo" }
      ]
    })
    telemark.startWorker()
    await peer.until(({ mails }) => mails.length === 1)
    const source = peer.mails[0]?.source.toString() ?? ""
    expect(source).toMatch(/^Reply-To: "?Help"? <help@example\.com>, sales@example\.com\r$/m)
    expect(source.split(octets.toString("base64"))).toHaveLength(3)
    expect(source).toMatch(/filename="?invoice\.pdf"?/)
    expect(source).toMatch(/^Content-ID: <logo>\r$/im)
  })
})

describe("a mail to recipients with names", () => {
  it("shows the names, and the answer and the log have the addresses", async () => {
    const { queued, warnings } = await telemark.emails.send({
      to: '"Hopper, Grace" <grace@example.com>',
      cc: ["Jörg Müller <joerg@example.com>", "Again <grace@example.com>"],
      html: "<p>Rich</p>",
      text: "Plain words"
    })
    expect([queued.map(({ recipient }) => recipient), warnings]).toEqual([
      ["grace@example.com", "joerg@example.com"],
      [unsigned]
    ])
    expect((await telemark.emails.list({ recipient: "grace@example.com" })).data).toMatchObject([
      { recipient_email: "grace@example.com" }
    ])
    telemark.startWorker()
    await peer.until(({ mails }) => mails.length === 2)
    expect(peer.mails.flatMap(({ envelope }) => envelope.to).sort()).toEqual([
      "grace@example.com",
      "joerg@example.com"
    ])
    for (const { source } of peer.mails) {
      const mail = source.toString()
      expect(mail).toMatch(/^To: "Hopper, Grace" <grace@example\.com>\r$/m)
      expect(mail).toMatch(/^Cc: =\?UTF-8\?Q\?J=C3=B6rg_M=C3=BCller\?= <joerg@example\.com>\r$/m)
      expect(mail).toMatch(/text\/plain[^]*Plain words[^]*text\/html[^]*<p>Rich<\/p>/)
      expect(mail.split("text/html")[0]).not.toContain("Rich")
    }
  })

  it("names each alone where they don't see each other, in a batch as well", async () => {
    await telemark.emails.sendBatch([
      { to: ["Ada <ada@example.com>", "bob@example.com"], text: "x" },
      { to: "Eve <eve@example.com>", text: "x" }
    ])
    telemark.startWorker()
    await peer.until(({ mails }) => mails.length === 3)
    expect(
      peer.mails.map(({ source }) => /^To: (.*)\r$/m.exec(source.toString())?.[1]).sort()
    ).toEqual(["Ada <ada@example.com>", "Eve <eve@example.com>", "bob@example.com"])
  })
})

describe("a send with members that no send has", () => {
  it("names them in its warnings, and what was probably meant", async () => {
    const request = {
      to: "ada@example.com",
      text: "x",
      replyTo: "b@example.com",
      react: undefined,
      left: undefined,
      attachments: [{ filename: "a.txt", content: "eA==", contentType: "text/plain" }]
    }
    const { warnings } = await telemark.emails.send(request)
    expect(warnings).toEqual([
      "replyTo is no member of a send and was ignored; did you mean reply_to?",
      "attachments.0.contentType is no member of a send and was ignored; did you mean content_type?",
      unsigned
    ])
    const { data } = await telemark.emails.sendBatch([request])
    expect(data[0]?.result?.warnings).toEqual(warnings)
  })
})

describe("a scheduled mail", () => {
  it("takes a Date as well as text, which are the same send", async () => {
    const date = new Date(Date.now() + 3_600_000)
    const request = { to: "ada@example.com", text: "x" }
    const { queued } = await telemark.emails.send(
      { ...request, scheduled_at: date },
      { idempotencyKey: "later" }
    )
    expect(await telemark.emails.get(queued[0]?.id ?? "")).toMatchObject({
      status: "queued",
      scheduled_at: date.toISOString()
    })
    const again = await telemark.emails.send(
      { ...request, scheduled_at: date.toISOString() },
      { idempotencyKey: "later" }
    )
    expect([again.idempotent_replay, again.warning]).toEqual([true, undefined])
    for (const wrong of [new Date(NaN), new Date(8e15)]) {
      expect(
        await rejection(telemark.emails.send({ ...request, scheduled_at: wrong }))
      ).toMatchObject({
        details: { scheduled_at: ["must be an instant such as 2026-01-31T09:00:00Z"] }
      })
    }
  })

  it("waits for its time, and can be cancelled until then", async () => {
    telemark.startWorker()
    const scheduled_at = inHours(2)
    const id = await send({ to: "ada@example.com", text: "later", scheduled_at })
    await send({ to: "bob@example.com", text: "now" })
    await peer.until(({ mails }) => mails.length === 1)
    expect(await telemark.emails.get(id)).toMatchObject({
      status: "queued",
      scheduled_at,
      next_attempt_at: scheduled_at,
      attempts: 0
    })
    expect((await telemark.emails.events(id)).summary).toContain("Scheduled for")
    const cancelled = await telemark.emails.cancel(id)
    expect(cancelled).toMatchObject({
      id,
      status: "failed",
      error_message: "Cancelled before it was sent.",
      next_attempt_at: null
    })
    expect(await telemark.emails.events(id)).toMatchObject({
      summary: "Cancelled before it was sent. Nothing more will be tried.",
      data: [
        {
          type: "email.failed",
          verdict: "cancelled",
          attempt: null,
          message: "Cancelled before it was sent. Nothing more will be tried."
        }
      ]
    })
    expect(await rejection(telemark.emails.cancel(id))).toMatchObject({
      code: "not_cancellable",
      reason: "settled"
    })
    expect(peer.mails.map(({ envelope }) => envelope.to)).toEqual([["bob@example.com"]])
  })

  it("whose time is over is sent at once", async () => {
    telemark.startWorker()
    await send({ to: "ada@example.com", text: "x", scheduled_at: inHours(-1) })
    await peer.until(({ mails }) => mails.length === 1)
  })
})

describe("cancelling", () => {
  it("is refused for mail that was sent, and mail that isn't there", async () => {
    telemark.startWorker()
    const id = await send({ to: "ada@example.com", text: "x" })
    await expect.poll(async () => (await telemark.emails.get(id)).status).toBe("sent")
    expect(await rejection(telemark.emails.cancel(id))).toBeInstanceOf(NotCancellable)
    expect(await rejection(telemark.emails.cancel("em_none"))).toBeInstanceOf(NotFound)
    await telemark.tenants.create({ name: "acme", default_from: "acme@example.com" })
    expect(await rejection(telemark.tenant("acme").emails.cancel(id))).toBeInstanceOf(NotFound)
  })
})

describe("a batch", () => {
  it("is a result or an error for each entry, in order", async () => {
    const { data } = await telemark.emails.sendBatch([
      { to: "ada@example.com", text: "1" },
      { to: "nobody", text: "2" },
      { to: "bob@example.com", template_id: "none" },
      { to: "eve@example.com", html: "<p>4</p>" }
    ])
    expect(data.map(({ result }) => result?.queued[0]?.recipient)).toEqual([
      "ada@example.com",
      undefined,
      undefined,
      "eve@example.com"
    ])
    expect(data[1]?.error).toBeInstanceOf(ValidationFailed)
    expect(data[2]?.error).toMatchObject({ details: { template_id: [expect.any(String)] } })
    expect((await telemark.emails.list()).data).toHaveLength(2)
  })

  it("that is repeated under its key sends nothing twice, and what was refused can be sent then", async () => {
    const batch = (second: string) =>
      telemark.emails.sendBatch(
        [
          { to: "ada@example.com", text: "1" },
          { to: second, text: "2" },
          { to: "eve@example.com", text: "3" }
        ],
        { idempotencyKey: "order-1" }
      )
    const first = await batch("nobody")
    const again = await batch("bob@example.com")
    expect(again.data.map(({ result }) => result?.idempotent_replay)).toEqual([true, false, true])
    expect(again.data[0]?.result?.queued).toEqual(first.data[0]?.result?.queued)
    expect((await telemark.emails.list()).data).toHaveLength(3)
  })

  it("of none, or of more than 100, is refused", async () => {
    for (const batch of [
      [],
      Array.from({ length: 101 }, () => ({ to: "ada@example.com", text: "x" })),
      "x" as never
    ]) {
      expect(await rejection(telemark.emails.sendBatch(batch))).toMatchObject({
        details: { emails: [expect.any(String)] }
      })
    }
  })
})

describe("the list", () => {
  it("finds mail by recipient, template, tag and time", async () => {
    await telemark.templates.create({
      id: "welcome",
      name: "Welcome",
      subject_template: "Hi",
      html: "<p>Hi</p>"
    })
    const tagged = await send({
      to: "Ada@example.com",
      text: "x",
      tags: { order: "10:42", kind: "receipt" }
    })
    const templated = await send({
      to: "bob@example.com",
      template_id: "welcome",
      tags: { kind: "receipt" }
    })
    const found = async (request: ListEmails) =>
      (await telemark.emails.list(request)).data.map(({ id }) => id).sort()
    expect(await found({ recipient: "ADA@example.com" })).toEqual([tagged])
    expect(await found({ template_id: "welcome" })).toEqual([templated])
    expect(await found({ tag: "order:10:42" })).toEqual([tagged])
    expect(await found({ tag: "kind:receipt" })).toEqual([tagged, templated].sort())
    expect(
      await found({ tag: "kind:receipt", recipient: "bob@example.com", status: "queued" })
    ).toEqual([templated])
    expect(await found({ tag: "kind:other" })).toEqual([])
    expect(await found({ since: inHours(-1), until: inHours(1) })).toEqual(
      [tagged, templated].sort()
    )
    expect(await found({ until: inHours(-1) })).toEqual([])
    expect((await telemark.emails.get(tagged)).tags).toEqual({ order: "10:42", kind: "receipt" })
  })

  it("continues after the last one listed, though others have come since", async () => {
    for (let index = 0; index < 5; index++)
      await send({ to: `a${String(index)}@example.com`, text: "x" })
    const all = (await telemark.emails.list()).data.map(({ id }) => id)
    const listed: Array<string> = []
    let after: string | null | undefined
    while (after !== null) {
      const page = await telemark.emails.list({ limit: 2, after })
      listed.push(...page.data.map(({ id }) => id))
      after = page.next
      await send({ to: "late@example.com", text: "x" })
    }
    expect(listed).toEqual(all)
    expect(await rejection(telemark.emails.list({ after: "em_none" }))).toMatchObject({
      details: { after: [expect.any(String)] }
    })
  })

  it("includes tags in events", async () => {
    const heard = new Promise((resolve) => {
      telemark.on("email.sent", ({ data }) => {
        resolve(data.tags)
      })
    })
    await send({ to: "ada@example.com", text: "x", tags: { order: "1" } })
    telemark.startWorker()
    expect(await heard).toEqual({ order: "1" })
  })
})
