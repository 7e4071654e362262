import { emailIdsIn, readReturned, returnPathToken, unsubscribeAddress } from "@telemark/feedback"
import { describe, expect, it } from "vitest"
import { hostileReturned, id, key, path } from "../hostileReturned.js"

const other = "em_0199a0b0c0d07000800000000000000c"
const forged = `b+${returnPathToken(Buffer.alloc(32, 8), other)}@bounce.example`

const bounce = (header: string, named = other) =>
  Buffer.from(`From: MAILER-DAEMON@mx.example
${header}Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

failed
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Original-Envelope-Id: ${named}

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 user unknown

--b--
`)

const messageOf = async (source: Buffer, keys = [key]) => {
  const returned = await readReturned(source, keys)
  return returned._tag === "Reports"
    ? returned.reports.map(({ message }) => message.email_id)
    : returned._tag
}

describe("a message in a mailbox for bounces", () => {
  it.each(["Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc", "to"])(
    "is about the message whose return path is in %s, whatever it names",
    async (name) => {
      expect(await messageOf(bounce(`${name}: ${path}\n`))).toEqual([id])
      expect(
        await messageOf(bounce(`${name}: "Bounces" <${path.toUpperCase()}>,\n\tada@example.com\n`))
      ).toEqual([id])
    }
  )

  it("is about the message that it names, if nobody's keys signed the return path or there is none", async () => {
    for (const header of [
      `To: ${forged}\n`,
      "To: bounces@example.com\n",
      `X-Note: ${path.slice(0, -20)}\n`,
      ""
    ]) {
      expect(await messageOf(bounce(header))).toEqual([other])
    }
    expect(await messageOf(bounce(`To: ${path}\n`), [])).toEqual([other])
  })

  it("is about the message whose return path its text contains alone", async () => {
    expect(await messageOf(bounce(`To: bounces@example.com\nX-Forwarded-For: ${path}\n`))).toEqual([
      id
    ])
    const two = `X-Note: ${path} b+${returnPathToken(key, other)}@bounce.example\n`
    expect(emailIdsIn([key], bounce(two))).toEqual([])
    expect(emailIdsIn([key], bounce(`${two}To: ${path}\n`))).toEqual([id])
  })

  it("says nothing, or says that it is no report", async () => {
    expect(await readReturned(Buffer.from(`To: ${path}\nSubject: Hello\n\ntext\n`), [key])).toEqual(
      { _tag: "Unknown" }
    )
    expect(
      await readReturned(
        Buffer.from(`To: ${path}\nAuto-Submitted: auto-replied\nSubject: Out of office\n\naway\n`),
        [key]
      )
    ).toEqual({ _tag: "Ignored", reason: "automatic_reply" })
  })

  it.each(hostileReturned)("names the same, however long it is of %j", (unit, found) => {
    const text = unit.repeat(Math.ceil((256 * 1024) / unit.length))
    expect(emailIdsIn([key], Buffer.from(text))).toEqual(found)
  })
})

describe("a message in a mailbox that gets wishes to unsubscribe", () => {
  const own = unsubscribeAddress(key, id, "bounce.example")
  const read = (header: string, keys = [key]) =>
    readReturned(Buffer.from(`From: ada@example.org\n${header}Subject: unsubscribe\n\n\n`), keys)
  const wish = { _tag: "Reports", reports: [{ kind: "unsubscribed", message: { email_id: id } }] }

  it.each(["Delivered-To", "X-Original-To", "Envelope-To", "To"])(
    "unsubscribes from the message whose address is in %s",
    async (name) => {
      expect(await read(`${name}: ${own.toUpperCase()}\n`)).toEqual(wish)
    }
  )

  it("is ignored if a program wrote it", async () => {
    for (const header of ["Auto-Submitted: auto-replied\n", "Return-Path: <>\n"])
      expect(await read(`${header}To: ${own}\n`)).toEqual({
        _tag: "Ignored",
        reason: "automatic_reply"
      })
  })

  it("says nothing with an address elsewhere, as in the mail that a bounce returns, or with one that is forged", async () => {
    expect(await read(`To: bounces@example.com\nList-Unsubscribe: <mailto:${own}>\n`)).toEqual({
      _tag: "Unknown"
    })
    expect(
      await read(`To: ${unsubscribeAddress(Buffer.alloc(32, 8), id, "bounce.example")}\n`)
    ).toEqual({ _tag: "Unknown" })
    expect(await read(`To: ${own}\n`, [])).toEqual({ _tag: "Unknown" })
    expect(await messageOf(bounce(`To: ${path}\nX-Note: ${own}\n`))).toEqual([id])
  })
})
