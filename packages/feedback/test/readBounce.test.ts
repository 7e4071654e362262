import type { FoundReport } from "@telemark/core"
import { readBounce } from "@telemark/feedback"
import { describe, expect, it } from "vitest"
import { id } from "./corpus/index.js"
import { replies } from "./corpus/replies.js"

interface Notification {
  readonly date?: string
  readonly envelopeId?: string
  readonly recipient?: string
  /** The recipient's other fields. */
  readonly fields?: string
  readonly text?: string
  readonly messageId?: string
  readonly boundary?: string
}

const notification = ({
  boundary = "b",
  date = "Mon, 23 Nov 2026 10:00:00 +0000",
  envelopeId = id,
  fields = "Action: failed\nStatus: 5.1.1\n",
  messageId = "<x@y.example>",
  recipient = "ada@far.example",
  text = "It failed."
}: Notification) =>
  Buffer.from(`From: MAILER-DAEMON@relay.example
Date: ${date}
Content-Type: multipart/report; report-type=delivery-status; boundary=${boundary}

--${boundary}

${text}
--${boundary}
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example
Original-Envelope-Id: ${envelopeId}

Final-Recipient: rfc822; ${recipient}
${fields}
--${boundary}
Content-Type: text/rfc822-headers

From: Shop <orders@shop.example>
Message-ID: ${messageId}
--${boundary}--
`)

const reportsOf = async (source: Uint8Array): Promise<ReadonlyArray<FoundReport>> => {
  const bounce = await readBounce(source)
  return bounce._tag === "DeliveryReports" || bounce._tag === "SpamReport" ? bounce.reports : []
}

const reportOf = async (notice: Notification): Promise<FoundReport> => {
  const reports = await reportsOf(notification(notice))
  expect(reports).toHaveLength(1)
  return reports[0]!
}

const verdictOf = async (fields: string, text?: string) => {
  const report = await reportOf({ fields, ...(text === undefined ? {} : { text }) })
  return report.kind === "bounced" ? report.verdict : report.kind
}

describe("a report", () => {
  it("has what the notification says of its recipient", async () => {
    expect(
      await readBounce(
        notification({
          fields:
            "Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2\n\tMailbox   full\n" +
            "Last-Attempt-Date: Sun, 22 Nov 2026 23:30:00 -0130 (some zone)\n"
        })
      )
    ).toEqual({
      _tag: "DeliveryReports",
      reports: [
        {
          kind: "bounced",
          message: { email_id: id },
          recipient: "ada@far.example",
          at: Date.UTC(2026, 10, 23, 1, 0, 0),
          smtp_response: "552 5.2.2 Mailbox   full",
          key: expect.stringMatching(/^[\w-]{43}$/),
          verdict: "mailbox_full"
        }
      ]
    })
  })

  it("has the Status where the notification quotes no reply, and at most 1,000 characters of one", async () => {
    expect(await reportOf({})).toMatchObject({ smtp_response: "5.1.1" })
    const reply = `550 ${"no ".repeat(900)}`
    expect(
      await reportOf({ fields: `Action: failed\nDiagnostic-Code: smtp; ${reply}\n` })
    ).toMatchObject({ smtp_response: reply.slice(0, 1000) })
  })

  it.each([
    ['"foo..bar"@far.example', '"foo..bar"@far.example'],
    ['<"a b"@far.example> (Ada)', '"a b"@far.example'],
    ['"a>, (b) \\" c"@far.example (Ada)', '"a>, (b) \\" c"@far.example'],
    ['<"a>b"@far.example>', '"a>b"@far.example']
  ])("names a recipient in quotes: %s", async (written, recipient) => {
    expect((await reportOf({ recipient: written })).recipient).toBe(recipient)
  })

  it("names a recipient in quotes also in prose", async () => {
    const text =
      'Sorry, your mail could not be delivered.\n\n<"foo..bar baz"@far.example>: 550 5.1.1 User unknown\n'
    const [report] = await reportsOf(
      Buffer.from(
        `From: MAILER-DAEMON@relay.example\nTo: "shop, x"@shop.example\nSubject: failure notice\n\n${text}`
      )
    )
    expect(report).toMatchObject({ recipient: '"foo..bar baz"@far.example' })
  })

  it("of a delay or a success has no verdict", async () => {
    expect(await reportOf({ fields: "Action: delayed\nStatus: 4.4.1\n" })).not.toHaveProperty(
      "verdict"
    )
    expect(await reportOf({ fields: "Action: relayed\nStatus: 2.0.0\n" })).not.toHaveProperty(
      "verdict"
    )
  })

  it.each([
    ["Mon, 23 Nov 2026 10:00:00 +0000", Date.UTC(2026, 10, 23, 10)],
    ["23 nov 2026 1:02 GMT", Date.UTC(2026, 10, 23, 1, 2)],
    ["Mon, 23 Nov 2026 10:00:00 +0530 (IST)", Date.UTC(2026, 10, 23, 4, 30)],
    ["Mon, 23 Nov 2026 10:00:00", undefined],
    ["Mo, 23 Nov 2026 10:00:00 MEZ", undefined],
    ["Mon, 1 Jan 1900 10:00:00 +0000", undefined],
    ["yesterday", undefined]
  ])("dated %j happened at %j: a local time is no instant", async (date, at) => {
    expect((await reportOf({ date })).at).toBe(at)
  })
})

describe("the key of a report", () => {
  const keyOf = async (notice: Notification) => (await reportOf(notice)).key

  it("is the same when the report comes again in another message", async () => {
    const again = {
      date: "Tue, 24 Nov 2026 10:00:00 +0000",
      boundary: "other",
      text: "Es ging nicht.",
      recipient: "ADA@far.example"
    }
    expect(await keyOf(again)).toBe(await keyOf({}))
  })

  it.each<[string, Notification]>([
    ["action", { fields: "Action: delayed\nStatus: 5.1.1\n" }],
    ["status", { fields: "Action: failed\nStatus: 5.2.2\n" }],
    ["recipient", { recipient: "bob@far.example" }],
    ["message", { envelopeId: id.replace(/.$/, "c") }]
  ])("differs with the %s", async (_, notice) => {
    expect(await keyOf(notice)).not.toBe(await keyOf({}))
  })
})

describe("the message of a report", () => {
  const none = "QQ-1"
  it.each<[string, Notification, FoundReport["message"]]>([
    [
      "the envelope id before the Message-ID",
      { messageId: `<${id.replace(/.$/, "c")}@shop.example>` },
      { email_id: id }
    ],
    [
      "the envelope id in capitals and brackets",
      { envelopeId: `<${id.toUpperCase()}>` },
      { email_id: id }
    ],
    [
      "our id in the Message-ID",
      { envelopeId: none, messageId: `<${id}@shop.example>` },
      { email_id: id }
    ],
    [
      "the Message-ID of a shared mail",
      { envelopeId: none, messageId: "<body_1@shop.example>" },
      { message_id: "body_1@shop.example" }
    ],
    [
      "a Message-ID that only resembles ours",
      { envelopeId: none, messageId: `<${id}0@shop.example>` },
      { message_id: `${id}0@shop.example` }
    ],
    [
      "our id in SendGrid's field",
      { envelopeId: none, messageId: `<x@y>\nX-SMTPAPI: {"unique_args":{"telemark_id":"${id}"}}` },
      { email_id: id }
    ],
    [
      "our id in a field of the caller's, which counts for nothing",
      { envelopeId: none, messageId: `<x@y>\nX-Custom: ${id}` },
      { message_id: "x@y" }
    ],
    ["nothing", { envelopeId: none, messageId: "lost" }, {}]
  ])("is told by %s", async (_, notice, message) => {
    expect((await reportOf(notice)).message).toEqual(message)
  })
})

describe("the verdict of a failure", () => {
  it("never suppresses behind a Status of 4.x.x, whatever the reply", async () => {
    for (const [reply] of replies) {
      expect(
        await verdictOf(`Action: failed\nStatus: 4.4.7\nDiagnostic-Code: smtp; ${reply}\n`),
        reply
      ).not.toBe("invalid_recipient")
    }
  })

  it("doesn't suppress by a Status that the words of another server don't confirm", async () => {
    expect(
      await verdictOf("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 Go away\n")
    ).toBe("recipient_refused")
    expect(
      await verdictOf("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 User unknown\n")
    ).toBe("invalid_recipient")
    expect(
      await verdictOf("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: X-Local; mailbox of ada\n")
    ).toBe("invalid_recipient")
  })

  it.each([
    [
      "<ada@far.example>: host mx said: 550 5.1.1 User unknown (in reply to RCPT TO command)",
      "invalid_recipient"
    ],
    [
      "<ada@far.example>: host mx said: 550 User unknown (in reply to end of DATA command)",
      "recipient_refused"
    ],
    [
      "<bob@far.example>: 550 User unknown (in reply to end of DATA command)\n\n<ada@far.example>: host mx said: 550 User unknown",
      "invalid_recipient"
    ],
    [
      "ada@far.example\n  SMTP error from remote mail server after end of data:\n  550 User unknown",
      "recipient_refused"
    ]
  ])("depends on the stage that the text tells of this recipient: %j", async (text, verdict) => {
    expect(
      await verdictOf(
        "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 User unknown\n",
        text
      )
    ).toBe(verdict)
  })

  it("isn't about the recipient if the reply names only the sender", async () => {
    const source = notification({
      fields:
        "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 <orders@shop.example>: User unknown\n"
    })
    expect(await reportsOf(source)).toMatchObject([
      { kind: "bounced", verdict: "recipient_refused" }
    ])
  })
})
