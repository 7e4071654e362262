import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark, type SendRequest, type Telemark, ValidationFailed } from "telemark"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let telemark: Telemark

beforeAll(async () => {
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    logLevel: "None"
  })
})

afterAll(() => telemark.close())

const mail = [
  "From: =?utf-8?Q?J=C3=BCrgen?= <shop@example.com>",
  "To: team@example.com",
  "Subject: =?utf-8?B?w5xiZXI=?= us",
  "Date: Fri, 20 Nov 2026 12:00:00 +0100",
  "Message-ID: <own@example.com>",
  "Content-Type: multipart/mixed; boundary=b",
  "",
  "--b",
  "Content-Type: text/plain; charset=iso-8859-1",
  "Content-Transfer-Encoding: 8bit",
  "",
  "Gr\u00fc\u00dfe",
  "--b",
  "Content-Type: text/csv",
  "Content-Disposition: attachment; filename=a.csv",
  "",
  "1;2",
  "--b--",
  ""
].join("\r\n")
const raw = Buffer.from(mail, "latin1")

const sourceOf = async (id = ""): Promise<string> => {
  await telemark.deliverDue()
  return Buffer.from((await telemark.inbox.get(id)).source).toString("latin1")
}

describe("a send of a complete mail", () => {
  it.each([
    ["octets", raw],
    ["base64", raw.toString("base64")]
  ])("sends it as it is, given as %s", async (_, given) => {
    const { queued, warnings } = await telemark.emails.send({ to: "ada@example.com", raw: given })
    expect(warnings).toBeUndefined()
    expect(await sourceOf(queued[0]?.id)).toBe(mail)
  })

  it("is in the log by its subject, sender and recipient, and shown with its parts", async () => {
    const { queued } = await telemark.emails.send({
      to: "ada@example.com",
      raw,
      tags: { kind: "own" }
    })
    const id = queued[0]?.id ?? ""
    expect(await telemark.emails.get(id)).toMatchObject({
      recipient_email: "ada@example.com",
      sender_email: "shop@example.com",
      subject: "Über us",
      tags: { kind: "own" }
    })
    expect(await telemark.emails.content(id)).toMatchObject({
      from: "Jürgen <shop@example.com>",
      to: ["team@example.com"],
      text: "Grüße\n",
      html: null,
      attachments: [{ index: 1, filename: "a.csv", content_type: "text/csv", content_id: null }]
    })
    const file = await telemark.emails.attachment(id, 1)
    expect(Buffer.from(file.content, "base64").toString()).toBe("1;2")
    expect((await telemark.emails.source(id)).source).toContain("Message-ID: <own@example.com>")
  })

  it("can be sent again", async () => {
    const { queued } = await telemark.emails.send({ to: "ada@example.com", raw })
    const again = await telemark.emails.resend(queued[0]?.id ?? "")
    expect(await sourceOf(again.queued[0]?.id)).toBe(mail)
  })

  it("is one mail for a key, however it is encoded", async () => {
    const options = { idempotencyKey: "raw-1" }
    const first = await telemark.emails.send({ to: "ada@example.com", raw }, options)
    const text = raw.toString("base64")
    const second = await telemark.emails.send({ to: "ada@example.com", raw: text }, options)
    expect(second).toMatchObject({ queued: first.queued, idempotent_replay: true })
    expect(second).not.toHaveProperty("warning")
    const other = Buffer.concat([raw, Buffer.from("x")])
    expect(
      await telemark.emails.send({ to: "ada@example.com", raw: other }, options)
    ).toHaveProperty("warning")
  })

  it("names the fields that it leaves out", async () => {
    const { queued, warnings } = await telemark.emails.send({
      to: "ada@example.com",
      raw: Buffer.from(`Bcc: eve@example.com\r\n${mail}`, "latin1")
    })
    expect(warnings).toEqual(["The header Bcc is reserved; yours was left out."])
    expect(await sourceOf(queued[0]?.id)).toBe(mail)
  })

  it.each([
    ["a subject beside it", { raw, subject: "x" }, "must not have subject beside raw"],
    ["html beside it", { raw, html: "x" }, "must not have html beside raw"],
    ["no base64", { raw: "***" }, "must be base64"],
    ["a number", { raw: 1 }, "must be base64"],
    ["nothing", { raw: "" }, "header fields"]
  ])("is refused with %s", async (_, content, why) => {
    const request = { to: "ada@example.com", ...content } as unknown as SendRequest
    const refused = telemark.emails.send(request)
    await expect(refused).rejects.toThrow(ValidationFailed)
    await expect(refused).rejects.toThrow(why)
  })
})
