import type { EmailEvent } from "@telemark/contract"
import { sqlite } from "@telemark/sqlite"
import "@telemark/testing/vitest"
import Database from "better-sqlite3"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hour, mailTo, open, sendTo } from "./support.js"

describe("a send", () => {
  it("resolves once its mail is in the mailbox", async () => {
    const telemark = await open()
    await telemark.emails.send({
      to: ["ada@example.com"],
      cc: "bob@example.com",
      subject: "Grüße",
      html: "<p>Hi</p>",
      reply_to: "help@example.com",
      headers: { "X-Order": "7" },
      attachments: [{ filename: "a.txt", content: Buffer.from("abc") }]
    })
    expect(telemark.mailbox.all()).toHaveLength(2)
    expect(telemark.mailbox.to("ADA@example.com")).toMatchObject([
      {
        to: "ada@example.com",
        from: "shop@example.com",
        from_name: "Shop",
        cc: ["bob@example.com"],
        subject: "Grüße",
        html: "<p>Hi</p>",
        headers: { "x-order": "7", "reply-to": "help@example.com" },
        attachments: [{ filename: "a.txt", size: 3 }],
        template_id: null,
        scheduled_at: null
      }
    ])
    const { headers, source } = telemark.mailbox.last()!
    expect(headers).toMatchObject({
      from: "Shop <shop@example.com>",
      to: "ada@example.com",
      cc: "bob@example.com"
    })
    expect(Buffer.from(source).toString()).toContain("X-Order: 7\r\n")
    telemark.mailbox.clear()
    expect(telemark.mailbox.last()).toBeUndefined()
  })

  it("has the text that was given, else the one that was made from the html", async () => {
    const telemark = await open()
    const send = async (content: { html: string; text?: string }) => {
      await telemark.emails.send({ from: "shop@example.com", to: "ada@example.com", ...content })
      return telemark.mailbox.last()?.text
    }
    const html =
      '<h1>Grüße</h1><p>Your code is <b>4711</b>: <a href="https://x.example/a">go</a></p>'
    const made = await send({ html })
    expect(made).toMatch(/Grüße\n+Your code is 4711/)
    expect(made).not.toMatch(/\s$/)
    expect(telemark.mailbox).toHaveSent({ text: /code is 4711/ })
    expect(await send({ html, text: "Your code: 4711" })).toBe("Your code: 4711")
    expect(await send({ html: '<img src="https://x.example/a.png">' })).toBeNull()
  })

  it("of many at once resolves for each with its own mail, whichever worker has it in flight", async () => {
    const telemark = await open()
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await sendTo(telemark, `ada${String(n)}@example.com`)
        expect(telemark.mailbox).toHaveSent({ to: `ada${String(n)}@example.com`, times: 1 })
      })
    )
    expect(telemark.mailbox.all()).toHaveLength(40)
  })

  it("over HTTP answers once its mail is in the mailbox", async () => {
    const telemark = await open()
    const server = createServer(telemark.nodeHandler)
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve)
    })
    onTestFinished(() => {
      server.close()
    })
    const { key } = await telemark.apiKeys.create({ name: "tests", scopes: ["email:send"] })
    const answer = await fetch(
      `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1/emails/send`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(mailTo("ada@example.com"))
      }
    )
    expect(answer.status).toBe(201)
    expect(telemark.mailbox).toHaveSent({ to: "ada@example.com", subject: "Hello" })
  })

  it("of a batch, and one of another tenant, are delivered in the same manner", async () => {
    const telemark = await open()
    await telemark.tenants.create({ name: "other" })
    await telemark.emails.sendBatch([mailTo("ada@example.com"), mailTo("bob@example.com")])
    await telemark
      .tenant("other")
      .emails.send({ ...mailTo("cy@example.com"), from: "other@example.com" })
    expect(
      telemark.mailbox
        .all()
        .map(({ to }) => to)
        .sort()
    ).toEqual(["ada@example.com", "bob@example.com", "cy@example.com"])
  })

  it("in a transaction of the host's is delivered by deliverDue once that is committed, and never if it is rolled back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "telemark-"))
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true })
    })
    const filename = join(folder, "shop.db")
    const telemark = await open({ storage: sqlite({ filename }) })
    const database = new Database(filename)
    onTestFinished(() => {
      database.close()
    })
    for (const [to, end] of [
      ["ada@example.com", "COMMIT"],
      ["bob@example.com", "ROLLBACK"]
    ] as const) {
      database.exec("BEGIN IMMEDIATE")
      await telemark.emails.send(mailTo(to), { transaction: database })
      expect(telemark.mailbox).not.toHaveSent({ to })
      database.exec(end)
      await telemark.deliverDue()
    }
    expect(telemark.mailbox.all().map(({ to }) => to)).toEqual(["ada@example.com"])
  })

  it("waits for deliverDue where delivering at once is switched off", async () => {
    const telemark = await open({ deliverAtOnce: false })
    const id = await sendTo(telemark, "ada@example.com")
    expect(telemark.mailbox.all()).toEqual([])
    expect((await telemark.emails.get(id)).status).toBe("queued")
    expect(await telemark.deliverDue()).toEqual({
      emails: { sent: 1, deferred: 0, bounced: 0, failed: 0 },
      webhooks: { taken: 0, failed: 0 }
    })
    expect(telemark.mailbox).toHaveSent({ to: "ada@example.com" })
  })
})

describe("scheduled mail", () => {
  it("goes at its time", async () => {
    const telemark = await open({ now: "2026-01-31T09:00:00Z" })
    await telemark.emails.send({
      ...mailTo("ada@example.com"),
      scheduled_at: "2026-02-02T09:00:00Z"
    })
    await telemark.advance("47 hours")
    expect(telemark.mailbox).not.toHaveSent()
    await telemark.advance("1 hour")
    expect(telemark.mailbox).toHaveSent({
      to: "ada@example.com",
      headers: { Date: /^Mon, 02 Feb 2026 09:00:0\d/ }
    })
  })

  it("of several goes in order, each at its own instant, in one advance", async () => {
    const telemark = await open({ now: new Date("2026-01-31T09:00:00Z") })
    await telemark.emails.send({
      ...mailTo("late@example.com"),
      scheduled_at: "2026-02-03T09:00:00Z"
    })
    await telemark.emails.send({
      ...mailTo("soon@example.com"),
      scheduled_at: "2026-02-01T09:00:00Z"
    })
    await telemark.advance(new Date("2026-02-04T00:00:00Z"))
    expect(
      telemark.mailbox.all().map(({ sent_at, to }) => [to, sent_at.toISOString().slice(0, 16)])
    ).toEqual([
      ["soon@example.com", "2026-02-01T09:00"],
      ["late@example.com", "2026-02-03T09:00"]
    ])
  })
})

describe("time", () => {
  it("begins at the configured instant, and is what it says after each advance", async () => {
    const telemark = await open({ now: "2026-01-31T09:00:00Z" })
    expect(telemark.now().toISOString()).toMatch(/^2026-01-31T09:00:0/)
    await telemark.advance("36 hours")
    expect(telemark.now().toISOString()).toMatch(/^2026-02-01T21:00:0/)
    const id = await sendTo(telemark, "ada@example.com")
    expect((await telemark.emails.get(id)).created_at).toMatch(/^2026-02-01T21:00:0/)
  })

  it("refuses an invalid instant", async () => {
    await expect(open({ now: "yesterday" })).rejects.toMatchObject({
      code: "Validation failed",
      details: { now: ["must be an instant such as 2026-01-31T09:00:00Z, or a Date"] }
    })
  })

  it("isn't changed by a Date that is faked", async () => {
    const telemark = await open({ now: "2026-01-31T09:00:00Z" })
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2040-01-01T00:00:00Z") })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    expect(telemark.now().toISOString()).toMatch(/^2026-01-31T09:00/)
    const id = await sendTo(telemark, "delivered@telemark.test")
    const before = telemark.now().getTime()
    vi.useRealTimers()
    expect(telemark.now().getTime()).toBeGreaterThanOrEqual(before)
    expect((await telemark.emails.events(id)).data.map(({ type }) => type)).toEqual([
      "email.sent",
      "email.delivered"
    ])
  })

  it("can't advance to an invalid instant, nor beyond the last one that can be written", async () => {
    const telemark = await open({ now: "2026-01-31T09:00:00Z" })
    for (const time of [
      new Date("2026-13-01"),
      new Date(8.64e15),
      Infinity,
      "soon" as "1 second"
    ]) {
      await expect(telemark.advance(time)).rejects.toMatchObject({
        code: "Validation failed",
        details: { time: [expect.stringContaining("must be ")] }
      })
    }
    await telemark.advance("0.5 millis")
    await telemark.advance(1.5)
    const id = await sendTo(telemark, "ada@example.com")
    expect((await telemark.emails.get(id)).status).toBe("sent")
  })

  it("is separate for each of two Telemarks, as are their mails", async () => {
    const [one, other] = [
      await open({ now: "2026-01-31T09:00:00Z" }),
      await open({ now: "2030-01-31T09:00:00Z" })
    ]
    await one.advance("1 day")
    await Promise.all([sendTo(one, "ada@example.com"), sendTo(other, "bob@example.com")])
    expect(one.mailbox.all().map(({ to }) => to)).toEqual(["ada@example.com"])
    expect(other.mailbox.all().map(({ to }) => to)).toEqual(["bob@example.com"])
    expect(one.now().toISOString()).toMatch(/^2026-02-01T09:00/)
    expect(other.now().toISOString()).toMatch(/^2030-01-31T09:00/)
  })

  it("advances one after the other when two advances run concurrently", async () => {
    const telemark = await open({ now: "2026-01-31T09:00:00Z" })
    await Promise.all([telemark.advance("1 hour"), telemark.advance("1 hour")])
    expect(telemark.now().getTime() - Date.parse("2026-01-31T11:00:00Z")).toBeGreaterThanOrEqual(0)
  })
})

describe("a promise of the host's that waits for time to pass", () => {
  it("is fulfilled during advance", async () => {
    const telemark = await open({ giveUp: "3h" })
    const given = new Promise<string>((resolve) => {
      telemark.on("email.failed", ({ data }) => {
        resolve(data.recipient)
      })
    })
    await sendTo(telemark, "deferred@telemark.test")
    await telemark.advance("1 day")
    expect(await given).toBe("deferred@telemark.test")
  })

  it("may send more, which is delivered before advance resolves", async () => {
    const telemark = await open()
    const told = new Promise<void>((resolve, reject) => {
      telemark.on("email.bounced", async () => {
        await sendTo(telemark, "support@example.com").then(() => {
          resolve()
        }, reject)
      })
    })
    await sendTo(telemark, "bounced@telemark.test")
    await told
    expect(telemark.mailbox).toHaveSent({ to: "support@example.com" })
  })
})

const recipientOf = ({ done, value }: IteratorResult<EmailEvent, unknown>): string | undefined =>
  done === true ? undefined : value.data.recipient

describe("subscriptions", () => {
  it("deliver each event, also those of a jump in time, and those after it", async () => {
    const telemark = await open({ now: "2026-01-31T09:00:00Z" })
    const loop = telemark.subscribe({ name: "crm", types: ["email.sent"] })[Symbol.asyncIterator]()
    const first = loop.next()
    await sendTo(telemark, "ada@example.com")
    expect(recipientOf(await first)).toBe("ada@example.com")
    await telemark.emails.send({
      ...mailTo("bob@example.com"),
      scheduled_at: "2026-02-05T09:00:00Z"
    })
    await telemark.advance("10 days")
    expect(recipientOf(await loop.next())).toBe("bob@example.com")
    await sendTo(telemark, "cy@example.com")
    expect(recipientOf(await loop.next())).toBe("cy@example.com")
    await loop.return?.()
  })

  it("that begin after a jump in time receive nothing from before", async () => {
    const telemark = await open()
    await sendTo(telemark, "before@example.com")
    await telemark.advance("1 day")
    await sendTo(telemark, "ada@example.com")
    await telemark.advance("1 hour")
    const loop = telemark.subscribe()[Symbol.asyncIterator]()
    const first = loop.next()
    await sendTo(telemark, "bob@example.com")
    expect(recipientOf(await first)).toBe("bob@example.com")
  })
})

describe("close", () => {
  it("rejects calls made afterwards, and keeps what is in the mailbox", async () => {
    const telemark = await open()
    await sendTo(telemark, "ada@example.com")
    await telemark.close()
    await expect(sendTo(telemark, "bob@example.com")).rejects.toMatchObject({
      code: "telemark_closed"
    })
    await expect(telemark.advance("1 hour")).rejects.toMatchObject({ code: "telemark_closed" })
    await expect(telemark.deliverDue()).rejects.toMatchObject({ code: "telemark_closed" })
    expect(telemark.mailbox).toHaveSent({ to: "ada@example.com" })
  })

  it("lets a send in progress finish", async () => {
    const telemark = await open()
    const sent = sendTo(telemark, "ada@example.com")
    await telemark.close()
    expect(await sent).toMatch(/^em_/)
  })
})

describe("hours of virtual time", () => {
  it("don't end what waits for milliseconds", async () => {
    const telemark = await open()
    const worker = telemark.startWorker()
    await sendTo(telemark, "ada@example.com")
    await telemark.advance(100 * hour)
    await sendTo(telemark, "bob@example.com")
    expect(telemark.mailbox.all()).toHaveLength(2)
    await worker.close()
  })
})
