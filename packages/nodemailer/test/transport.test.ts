import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { type TelemarkInfo, telemarkTransport } from "@telemark/nodemailer"
import { createTransport, type SendMailOptions, type Transporter } from "nodemailer"
import { createTransport as createTransport6 } from "nodemailer-6"
import PostalMime from "postal-mime"
import { createTelemark, type Telemark } from "telemark"
import Database from "better-sqlite3"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let telemark: Telemark
let server: Server
let url: string
let key: string

beforeAll(async () => {
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    logLevel: "None"
  })
  server = createServer(telemark.nodeHandler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  key = (await telemark.apiKeys.create({ name: "nodemailer", scopes: ["email:send"] })).key
})

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await telemark.close()
})

const from = { name: "The Shop", address: "shop@example.com" }

type Sent = Pick<TelemarkInfo, "telemark">

/** What was delivered of a send, parsed by a library that others wrote. */
const delivered = async ({ telemark: result }: Sent) => {
  await telemark.deliverDue()
  const source = (await telemark.inbox.get(result.queued[0]?.id ?? "")).source
  return { source: Buffer.from(source).toString(), mail: await PostalMime.parse(source) }
}

const failureOf = async (sending: Promise<unknown>): Promise<Record<string, unknown>> => {
  try {
    await sending
  } catch (error) {
    return error as Record<string, unknown>
  }
  throw new Error("It was sent")
}

/** A copy of an object, and of those in it, by the properties that a loop sees. */
const copyOf = (value: unknown): unknown =>
  typeof value !== "object" || value === null
    ? value
    : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one)]))

describe.each(["in process", "over HTTP"] as const)("a nodemailer transporter, %s", (way) => {
  const make = () =>
    createTransport(telemarkTransport(way === "in process" ? { telemark } : { url, key }))

  it("sends what Telemark can compose as a send like any other", async () => {
    const info = await make().sendMail({
      from,
      to: { name: 'Ada "L."', address: "ada@example.com" },
      replyTo: "help@example.com",
      subject: "Your order",
      html: "<p>It is on its way: <img src='cid:logo'></p>",
      inReplyTo: "<1@example.com>",
      headers: { "X-Order": 7 },
      list: { help: "https://example.com/help" },
      priority: "high",
      attachments: [
        { filename: "a.txt", content: "Grüße" },
        { filename: "b.bin", content: Buffer.from([0, 255]), contentType: "application/pdf" },
        { filename: "c.txt", content: "MQ==", encoding: "base64" },
        { filename: "d.txt", content: Readable.from(["stream"]) },
        { filename: "logo.png", content: Buffer.from("x"), cid: "logo" }
      ]
    })
    expect(info.accepted).toEqual(["ada@example.com"])
    expect(info.rejected).toEqual([])
    expect(info.envelope).toEqual({ from: "shop@example.com", to: ["ada@example.com"] })
    const { mail } = await delivered(info)
    expect(info.response).toBe(`250 2.0.0 queued as ${String(info.telemark.queued[0]?.id)}`)
    expect(mail.messageId).toBe(info.messageId)
    expect(mail.from).toEqual(from)
    expect(mail.to).toEqual([{ name: 'Ada "L."', address: "ada@example.com" }])
    expect(mail.replyTo).toEqual([{ name: "", address: "help@example.com" }])
    expect(mail.subject).toBe("Your order")
    expect(mail.inReplyTo).toBe("<1@example.com>")
    expect(mail.text).toContain("It is on its way")
    const fields = new Map(mail.headers.map((field) => [field.key, field.value]))
    expect(fields.get("x-order")).toBe("7")
    expect(fields.get("list-help")).toBe("<https://example.com/help>")
    expect(fields.get("x-priority")).toBe("1 (Highest)")
    expect(
      mail.attachments.map(({ content, filename, mimeType }) => [
        filename,
        mimeType,
        Buffer.from(content as ArrayBuffer)
          .toString("latin1")
          .trimEnd()
      ])
    ).toEqual([
      ["logo.png", "image/png", "x"],
      ["a.txt", "text/plain", Buffer.from("Grüße").toString("latin1")],
      ["b.bin", "application/pdf", "\0\xff"],
      ["c.txt", "text/plain", "1"],
      ["d.txt", "text/plain", "stream"]
    ])
  })

  it("sends one mail with one Message-ID to several recipients, who see each other but for bcc", async () => {
    const info = await make().sendMail({
      from,
      to: ["ada@example.com", "Bob <bob@example.com>"],
      cc: "cy@example.com",
      bcc: "dan@example.com",
      text: "Hello"
    })
    expect(info.accepted).toEqual([
      "ada@example.com",
      "bob@example.com",
      "cy@example.com",
      "dan@example.com"
    ])
    const { mail, source } = await delivered(info)
    expect(mail.messageId).toBe(info.messageId)
    expect(mail.to?.map(({ address }) => address)).toEqual(["ada@example.com", "bob@example.com"])
    expect(mail.cc?.map(({ address }) => address)).toEqual(["cy@example.com"])
    expect(source).not.toContain("dan@example.com")
    await telemark.deliverDue()
    const copies = await Promise.all(
      info.telemark.queued.map(async ({ id }) =>
        Buffer.from((await telemark.inbox.get(id)).source).toString()
      )
    )
    expect(new Set(copies).size).toBe(1)
  })

  it.each<readonly [string, SendMailOptions, string | RegExp]>([
    [
      "a date and an id of its own",
      { messageId: "<own@example.com>", date: new Date(0) },
      "Message-ID: <own@example.com>\r\nDate: Thu, 01 Jan 1970"
    ],
    [
      "an alternative",
      { alternatives: [{ contentType: "text/x-web", content: "alt" }] },
      "text/x-web"
    ],
    [
      "an invitation",
      { icalEvent: { method: "REQUEST", content: "BEGIN:VCALENDAR\r\nEND:VCALENDAR" } },
      "method=REQUEST"
    ],
    ["a field twice", { headers: { "X-Two": ["a", "b"] } }, "X-Two: a\r\nX-Two: b\r\n"],
    ["AMP", { amp: "<html ⚡4email></html>" }, "text/x-amp-html"],
    [
      "an inline file without an id",
      { attachments: [{ content: "x", filename: "a.txt", contentDisposition: "inline" }] },
      "Content-Disposition: inline"
    ]
  ])("has nodemailer compose mail with %s", async (_, options, expected) => {
    const info = await make().sendMail({
      from,
      to: "ada@example.com",
      subject: "Own",
      text: "x",
      ...options
    })
    const { mail, source } = await delivered(info)
    expect(source).toContain(expected)
    expect(mail.messageId).toBe(info.messageId)
    expect(await telemark.emails.get(info.telemark.queued[0]?.id ?? "")).toMatchObject({
      subject: "Own",
      sender_email: "shop@example.com"
    })
  })

  it.each([
    ["null for members", { attachments: null, headers: null, subject: null, telemark: null }],
    ["a single file", { attachments: { filename: "a.txt", content: "a" } }],
    ["an empty file", { attachments: [{ filename: "a.txt", content: "" }] }],
    ["a number as the subject", { subject: 42 }],
    ["a group of one", { to: "Team: Ada <ada@example.com>;" }],
    ["another recipient among the options", { telemark: { to: "other@example.com" } }]
  ])("takes %s, as SMTP transports do", async (_, data) => {
    const message = { from, to: "ada@example.com", subject: "Hello", text: "x", ...data }
    const info = await make().sendMail(message as unknown as SendMailOptions)
    expect(info.accepted).toEqual(["ada@example.com"])
    const { mail } = await delivered(info)
    const { attachments, subject } = data as { attachments?: unknown; subject?: number | null }
    expect(mail.attachments).toHaveLength(Boolean(attachments) ? 1 : 0)
    expect(mail.subject ?? "").toBe(subject === undefined ? "Hello" : String(subject ?? ""))
  })

  it("sends raw mail as it is, to its envelope", async () => {
    const raw =
      "From: shop@example.com\r\nTo: list@example.com\r\nSubject: As it is\r\nDate: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <raw@example.com>\r\n\r\n.\r\nHello\r\n"
    const info = await make().sendMail({
      envelope: { from: "bounces@example.com", to: ["ada@example.com", "bob@example.com"] },
      raw
    })
    expect(info.accepted).toEqual(["ada@example.com", "bob@example.com"])
    expect((await delivered(info)).source).toBe(raw)
  })

  it("rejects suppressed recipients, and says so without an error", async () => {
    await telemark.suppressions.add({ email_address: "gone@example.com" })
    const only = await make().sendMail({ from, to: "gone@example.com", text: "x" })
    expect(only).toMatchObject({ accepted: [], rejected: ["gone@example.com"], messageId: "" })
    const some = await make().sendMail({ from, to: "gone@example.com, ada@example.com", text: "x" })
    expect(some).toMatchObject({ accepted: ["ada@example.com"], rejected: ["gone@example.com"] })
    await telemark.suppressions.remove("gone@example.com")
  })

  it("takes what only Telemark knows", async () => {
    const message: SendMailOptions = {
      from,
      to: "ada@example.com",
      subject: "Code",
      text: "42",
      telemark: { idempotencyKey: `code-${way}`, tags: { kind: "code" }, metadata: { user: 7 } }
    }
    const first = await make().sendMail(message)
    const second = await make().sendMail(message)
    expect(second.telemark).toMatchObject({
      queued: first.telemark.queued,
      idempotent_replay: true
    })
    expect(await telemark.emails.get(first.telemark.queued[0]?.id ?? "")).toMatchObject({
      tags: { kind: "code" },
      metadata: { user: 7 }
    })
  })

  it("sends a template", async () => {
    await telemark.templates.create({
      id: `hello-${way === "in process" ? "a" : "b"}`,
      name: "Hello",
      subject_template: "Hello {{name}}",
      html: "<p>Hello {{name}}</p>"
    })
    const info = await make().sendMail({
      from,
      to: "ada@example.com",
      telemark: { template_id: `hello-${way === "in process" ? "a" : "b"}`, data: { name: "Ada" } }
    })
    expect((await delivered(info)).mail.subject).toBe("Hello Ada")
  })

  it("warns of what it can't pass on", async () => {
    const info = await make().sendMail({
      from,
      to: "ada@example.com",
      text: "x",
      dsn: { notify: "success" }
    })
    expect(info.telemark.warnings?.join()).toContain("dsn was ignored")
  })

  it.each<readonly [string, SendMailOptions, object]>([
    ["an invalid recipient", { to: "nobody@", text: "x" }, { code: "EENVELOPE" }],
    ["no recipient", { text: "x" }, { code: "EENVELOPE" }],
    [
      "51 recipients",
      { to: Array.from({ length: 51 }, (_, n) => `a${String(n)}@example.com`), text: "x" },
      { code: "EENVELOPE" }
    ],
    [
      "two contents",
      { to: "ada@example.com", text: "x", telemark: { template_id: "none" } },
      { code: "EMESSAGE", responseCode: 554, permanent: true }
    ],
    [
      "a file that may not be read",
      {
        to: "ada@example.com",
        text: "x",
        attachments: [{ path: "/etc/hostname" }],
        disableFileAccess: true
      },
      { code: "EFILEACCESS" }
    ],
    [
      "a raw file that may not be read",
      { to: "ada@example.com", raw: { path: "/etc/hostname" }, disableFileAccess: true },
      { code: "EFILEACCESS" }
    ]
  ])("fails as nodemailer does with %s", async (_, message, expected) => {
    const failure = await failureOf(make().sendMail({ from, ...message }))
    expect(failure).toBeInstanceOf(Error)
    expect(failure).toMatchObject(expected)
  })

  it("is verified by a call that sends nothing, as a promise and by callback", async () => {
    const [before] = (await telemark.emails.list({ limit: 1 })).data
    expect(await make().verify()).toBe(true)
    expect(
      await new Promise((resolve) => {
        make().verify((error, success) => {
          resolve([error, success])
        })
      })
    ).toEqual([null, true])
    expect((await telemark.emails.list({ limit: 1 })).data).toEqual([before])
    expect(make().isIdle()).toBe(true)
    make().close()
  })

  it("works with the nodemailer of 2024 as well", async () => {
    const transport = telemarkTransport(way === "in process" ? { telemark } : { url, key })
    const old = createTransport6(transport) as Transporter<TelemarkInfo>
    const one = await old.sendMail({ from, to: "ada@example.com", subject: "Old", text: "x" })
    expect((await delivered(one)).mail.subject).toBe("Old")
    const two = await old.sendMail({ from, to: ["ada@example.com", "b@example.com"], text: "x" })
    expect((await delivered(two)).mail.messageId).toBe(two.messageId)
  })

  it("is copied with all that can be seen of it, as Auth.js does, after nodemailer has used it", async () => {
    const transport = telemarkTransport(way === "in process" ? { telemark } : { url, key })
    const used = createTransport(transport)
    const copied = createTransport(copyOf(transport) as typeof transport)
    for (const transporter of [used, copied]) {
      const info = await transporter.sendMail({ from, to: "ada@example.com", text: "x" })
      expect(info.accepted).toEqual(["ada@example.com"])
    }
  })

  it("lets nodemailer compose everything if plugins change the composed mail", async () => {
    const transporter = createTransport(
      telemarkTransport({ ...(way === "in process" ? { telemark } : { url, key }), raw: true })
    )
    const info = await transporter.sendMail({ from, to: "ada@example.com", text: "x" })
    expect(info.messageId).not.toContain("em_")
    expect((await delivered(info)).mail.messageId).toBe(info.messageId)
  })
})

describe("mail of a transaction", () => {
  it("is sent if the transaction is committed, and never was if it is rolled back", async () => {
    const directory = mkdtempSync(join(tmpdir(), "telemark-nodemailer-"))
    const filename = join(directory, "mail.db")
    const database = new Database(filename)
    const own = await createTelemark({
      storage: sqlite({ filename }),
      transport: capture(),
      logLevel: "None"
    })
    const transporter = createTransport(telemarkTransport({ telemark: own }))
    const send = async (subject: string, end: "COMMIT" | "ROLLBACK") => {
      database.exec("BEGIN IMMEDIATE")
      await transporter.sendMail({
        from,
        to: "ada@example.com",
        subject,
        text: "x",
        telemark: { transaction: database }
      })
      database.exec(end)
    }
    await send("kept", "COMMIT")
    await send("undone", "ROLLBACK")
    const { data } = await own.emails.list({})
    expect(data.map(({ subject }) => subject)).toEqual(["kept"])
    await own.close()
    database.close()
    rmSync(directory, { recursive: true })
  })
})

describe("a transporter that can't reach Telemark", () => {
  const message = { from, to: "ada@example.com", text: "x" }

  it.each([
    [
      "a wrong key",
      () => ({ url, key: "tmk_wrong" }),
      { code: "EAUTH", permanent: true, responseCode: 535 }
    ],
    ["nobody there", () => ({ url: "http://127.0.0.1:9", key }), { code: "ECONNECTION" }]
  ])("fails with %s", async (_, options, expected) => {
    const transporter = createTransport(telemarkTransport(options()))
    expect(await failureOf(transporter.sendMail(message))).toMatchObject(expected)
    const failure = await failureOf(transporter.verify())
    expect(failure).toMatchObject(expected)
    expect(String(failure["message"])).not.toContain(key)
  })

  it.each([
    ["no URL", { url: "nonsense", key: "tmk_x" }],
    ["an empty key", { url: "http://127.0.0.1:9", key: "" }]
  ])("isn't made with %s", (_, options) => {
    expect(() => telemarkTransport(options)).toThrow(
      expect.objectContaining({ code: "ECONFIG" }) as Error
    )
  })

  it("says that a transaction needs Telemark in the same process", async () => {
    const transporter = createTransport(telemarkTransport({ url, key }))
    expect(
      await failureOf(transporter.sendMail({ ...message, telemark: { transaction: {} } }))
    ).toMatchObject({ code: "ECONFIG" })
  })
})
