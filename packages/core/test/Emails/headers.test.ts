import { headerProblems } from "@telemark/contract"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import { reservedFields, selectHeaders } from "../../src/sending/emails/headers.js"

describe("custom headers", () => {
  it("lose CR, LF and other controls in their values", () => {
    expect(selectHeaders({ "X-A": "one\r\nBcc: evil@example.com\0" }).kept).toEqual([
      ["X-A", "oneBcc: evil@example.com"]
    ])
  })

  it.each([
    "From",
    "sender",
    "TO",
    "Cc",
    "Bcc",
    "Subject",
    "Date",
    "Message-ID",
    "Return-Path",
    "Received",
    "Resent-To",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
    "DKIM-Signature",
    "ARC-Seal",
    "Authentication-Results",
    "Feedback-ID",
    "X-SES-CONFIGURATION-SET",
    "X-SMTPAPI",
    "X-PM-Message-Stream",
    "X-Mailgun-Variables",
    "X-MSYS-API",
    "x-msys-api",
    "X-MJ-TemplateID",
    "X-Mailjet-Campaign",
    "Sender.ip",
    "X-ElasticEmail-Settings",
    "X-MT-Category",
    "X-MC-BccAddress",
    "X-MS-Exchange-Organization-SCL",
    "X-MS-Exchange-CrossTenant-Id",
    "X-Envelope-To",
    "X-Envelope-From",
    "Apparently-To",
    "Errors-To",
    "DomainKey-Signature",
    "X-Google-DKIM-Signature",
    "X-Mailin-custom",
    "X-Sib-Sandbox",
    "idempotencyKey",
    "X-MailerSend-Tags",
    "Resend-Idempotency-Key",
    "X-SMTPeter-Tags",
    "X-Postal-Tag",
    "X-xsMessageId",
    "Delivered-To",
    "X-Original-To",
    "Received-SPF",
    "X-Telemark-Id"
  ])("are dropped and named when the service writes or guards them: %s", (name) => {
    expect(selectHeaders({ [name]: "value" })).toEqual({ kept: [], dropped: [name] })
  })

  it.each([
    "Reply-To",
    "In-Reply-To",
    "References",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "List-Id",
    "Precedence",
    "Auto-Submitted",
    "Importance",
    "X-Priority",
    "X-Mailer",
    "X-Entity-Ref-ID",
    "X-Auto-Response-Suppress",
    "Disposition-Notification-To",
    "Organization",
    "Keywords",
    "X-Custom",
    "X-MTA",
    "X-Mail",
    "Sender-Note",
    "Contents"
  ])("are passed on when they only describe the mail: %s", (name) => {
    expect(selectHeaders({ [name]: "a@example.com" })).toEqual({
      kept: [[name, "a@example.com"]],
      dropped: []
    })
  })

  it("that are reserved have a reason, and are in the table once", () => {
    const names = reservedFields.flatMap((fields) => fields.names)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[a-z.-]+\*?$/.test(name))).toEqual([])
    expect(
      reservedFields.filter(({ reason }) => !/^[A-Za-z ].*: |^the service's/.test(reason))
    ).toEqual([])
  })

  it.each([
    ["a name with a space", { "X A": "v" }, "X A"],
    ["an empty name", { "": "v" }, ""],
    ["a name with a colon", { "X:A": "v" }, "X:A"],
    ["a name with a line end", { "X-A\r\nBcc": "v" }, "X-A\r\nBcc"],
    ["a name outside ASCII", { "X-Ä": "v" }, "X-Ä"],
    ["a name of 77 characters", { ["X".repeat(77)]: "v" }, "X".repeat(77)],
    [
      "a List-Unsubscribe of 998 octets",
      { "List-Unsubscribe": `<https://example.com/${"v".repeat(976)}>` },
      "List-Unsubscribe"
    ],
    ["the same field twice", { "X-A": "v", "x-a": "w" }, "x-a"],
    ["a Reply-To that is no address", { "Reply-To": "nobody" }, "Reply-To"]
  ])("are refused: %s", (_, headers, path) => {
    expect(
      headerProblems(headers as unknown as Record<string, string>).map(([name]) => name)
    ).toEqual([path])
  })

  it("are at most 50, and 16 KiB in all", () => {
    const many = (count: number, length: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`X-${String(index)}`, "v".repeat(length)])
      )
    expect(headerProblems(many(50, 10))).toEqual([])
    expect(headerProblems(many(51, 10))).toHaveLength(1)
    expect(headerProblems(many(20, 900))).toHaveLength(1)
    expect(headerProblems({ "X-A": "v".repeat(16_384 - 7) })).toEqual([])
    expect(headerProblems({ "X-A": "v".repeat(16_384 - 6) })).toHaveLength(1)
  })

  it("never keep a value that spans lines", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary" }), (value) => {
        for (const [, kept] of selectHeaders({ "X-A": value }).kept)
          expect(kept).not.toMatch(/[\r\n\0]/)
      })
    )
  })
})
