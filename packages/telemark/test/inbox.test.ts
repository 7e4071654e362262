import { capture, smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark, InboxNotUsed, NotFound, type Telemark } from "telemark"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let telemark: Telemark

beforeAll(async () => {
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    from: "The Shop <shop@example.com>",
    logLevel: "None"
  })
})

afterAll(() => telemark.close())

describe("telemark.inbox", () => {
  it("lists what was captured, newest first, and gives each with everything in it", async () => {
    const {
      queued: [first]
    } = await telemark.emails.send({
      to: "ada@example.com",
      subject: "Your code",
      html: '<p>Code <b>42</b>: <a href="https://shop.example/confirm?c=42">confirm</a></p>',
      attachments: [{ filename: "terms.txt", content: Buffer.from("Terms").toString("base64") }]
    })
    await telemark.deliverDue()
    const [mail] = await telemark.inbox.list()
    expect(mail).toEqual({
      id: first?.id,
      tenant_id: expect.stringMatching(/^tn_/) as unknown,
      from: "The Shop <shop@example.com>",
      to: "ada@example.com",
      subject: "Your code",
      captured_at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown
    })
    const message = await telemark.inbox.get(mail?.id ?? "")
    expect(message).toMatchObject({
      ...mail,
      html: expect.stringContaining("<b>42</b>") as unknown,
      text: expect.stringContaining("42") as unknown,
      links: ["https://shop.example/confirm?c=42"],
      attachments: [{ filename: "terms.txt", content_type: "text/plain", content_id: null }]
    })
    expect(Buffer.from(message.attachments[0]?.content ?? []).toString()).toBe("Terms")
    expect(Buffer.from(message.source).toString()).toMatch(/^(?:[\w-]+:.*\r\n)/)
  })

  it("lists as many as requested", async () => {
    await telemark.emails.send({
      to: ["a@example.com", "b@example.com"],
      subject: "Two",
      text: "x"
    })
    await telemark.deliverDue()
    expect(await telemark.inbox.list({ limit: 1 })).toHaveLength(1)
    expect(
      (await telemark.inbox.list())
        .slice(0, 2)
        .map(({ to }) => to)
        .toSorted()
    ).toEqual(["a@example.com", "b@example.com"])
  })

  it("has nothing left once it was cleared", async () => {
    const [mail] = await telemark.inbox.list()
    await telemark.inbox.clear()
    expect(await telemark.inbox.list()).toEqual([])
    await expect(telemark.inbox.get(mail?.id ?? "")).rejects.toBeInstanceOf(NotFound)
  })

  it("says what to do where mail is sent instead", async () => {
    const sending = await createTelemark({
      storage: sqlite({ filename: ":memory:" }),
      transport: smtp({ url: "smtp://127.0.0.1:1?tls=none" }),
      logLevel: "None"
    })
    for (const call of [sending.inbox.list(), sending.inbox.get("em_1"), sending.inbox.clear()]) {
      const error: unknown = await call.catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(InboxNotUsed)
      expect(error).toMatchObject({
        code: "inbox_not_used",
        message: expect.stringContaining("transport: capture()") as unknown
      })
    }
    await sending.close()
  })
})
