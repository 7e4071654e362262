import { base64, crlf, id, type KnownBounce, sentHeader } from "./message.js"

const withReport = (
  fields: string,
  { encoding = "", returned = "", subject = "Undeliverable", type = "message/delivery-status" } = {}
) =>
  `From: MAILER-DAEMON@relay.example\nSubject: ${subject}\nDate: Mon, 23 Nov 2026 10:00:00 +0000\nMIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b0\n\n--b0\nContent-Type: text/plain\n\nIt failed.\n--b0\nContent-Type: ${type}\n${encoding}\n${fields}\n${returned}--b0--\n`

const returned = (header: string, type = "message/rfc822") =>
  `--b0\nContent-Type: ${type}\n\n${header}\n`
const failed = (recipient: string, more = "Status: 5.1.1\n") =>
  `Final-Recipient: rfc822; ${recipient}\nAction: failed\n${more}`

const inner = withReport(`Reporting-MTA: dns; relay.example\n\n${failed("ada@far.example")}`, {
  returned: returned(sentHeader("ada@far.example"))
})
const otherId = "em_0199ffffffff7fff8fffffffffffffff"

const forwarded = (message: string, boundary: string) =>
  `From: Ops <ops@shop.example>\nSubject: Fwd: Undeliverable\nContent-Type: multipart/mixed; boundary=${boundary}\n\n--${boundary}\n\nSee below.\n--${boundary}\nContent-Type: message/rfc822\n\n${message}\n--${boundary}--\n`

export const shapes: ReadonlyArray<KnownBounce> = [
  {
    name: "no blank line before the recipient, nor between two",
    source: withReport(
      `Reporting-MTA: dns; relay.example\nOriginal-Envelope-Id: ${id}\n${failed("ada@far.example")}${failed("bob@far.example", "Status: 5.2.2\n")}`
    ),
    expected: [
      "bounced invalid_recipient ada@far.example ours",
      "bounced mailbox_full bob@far.example ours"
    ]
  },
  {
    name: "blank lines within the recipient's fields",
    source: withReport(
      `\n\nReporting-MTA: dns; relay.example\n\n\nFinal-Recipient: rfc822; ada@far.example\n\nAction: failed\nStatus: 5.1.1\n`,
      { returned: returned(sentHeader("ada@far.example")) }
    ),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "names in capitals, blanks before the colon, an address without a type",
    source: crlf(
      withReport(
        `REPORTING-MTA : dns; relay.example\nORIGINAL-ENVELOPE-ID : ${id.toUpperCase()}\n\nFINAL-RECIPIENT : <Ada@Far.Example>\nACTION : Failed\nSTATUS : 5.1.1 \n`
      )
    ),
    expected: ["bounced invalid_recipient Ada@Far.Example ours"]
  },
  {
    name: "carriage returns as line ends within a base64 report",
    source: crlf(
      withReport(
        base64(
          `Reporting-MTA: dns; x\r\rFinal-Recipient: rfc822;ada@far.example\rAction: failed\rStatus: 5.1.1\r`
        ),
        { encoding: "Content-Transfer-Encoding: base64\n" }
      )
    ),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "no Status, but a reply",
    source: withReport(
      `Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ada@far.example\nAction: failed\nDiagnostic-Code: smtp; 550 5.1.1 User unknown\n`
    ),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "no Action: the Status decides",
    source: withReport(
      `Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ada@far.example\nStatus: 4.4.1\n\nFinal-Recipient: rfc822; bob@far.example\nStatus: 2.0.0\n`
    ),
    expected: ["deferred ada@far.example none", "delivered bob@far.example none"]
  },
  {
    name: "no Diagnostic-Code, but a reply in the text",
    source: withReport(
      `Reporting-MTA: dns; x\n\n${failed("ada@far.example", "Status: 5.1.2\n")}`
    ).replace("It failed.", "<ada@far.example>\n    (reason: 550 Host unknown)"),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "no recipient",
    source: withReport("Reporting-MTA: dns; x\n\nAction: failed\nStatus: 5.2.2\n", {
      returned: returned(sentHeader("ada@far.example"), "text/rfc822-headers")
    }),
    expected: ["bounced mailbox_full nobody ours"]
  },
  {
    name: "an invented action",
    source: withReport(
      "Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ada@far.example\nAction: bounced\nStatus: 5.1.1\n"
    ),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "neither Action nor Status",
    source: withReport("Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ada@far.example\n"),
    expected: ["unknown"]
  },
  {
    name: "failed with a Status of success",
    source: withReport(
      "Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ada@far.example\nAction: failed\nStatus: 2.0.0\n"
    ),
    expected: ["bounced undetermined ada@far.example none"]
  },
  {
    name: "delivered with a Status of failure",
    source: withReport(
      "Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ada@far.example\nAction: delivered\nStatus: 5.1.1\n"
    ),
    expected: ["delivered ada@far.example none"]
  },
  {
    name: "a reply whose lines lost their folding",
    source: withReport(
      "Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ada@far.example\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 The email account\nthat you tried to reach does\nnot exist\nRemote-MTA: dns; y\n"
    ),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "the same recipient twice",
    source: withReport(
      `Reporting-MTA: dns; x\n\n${failed("ada@far.example")}\n${failed("ADA@far.example")}`
    ),
    expected: ["bounced invalid_recipient ADA@far.example none"]
  },
  {
    name: "two report parts",
    source: withReport(
      `Reporting-MTA: dns; x\n\n${failed("ada@far.example")}\n--b0\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n${failed("bob@far.example")}`
    ),
    expected: [
      "bounced invalid_recipient ada@far.example none",
      "bounced invalid_recipient bob@far.example none"
    ]
  },
  {
    name: "80 recipients, of whom 50 count",
    source: withReport(
      `Reporting-MTA: dns; x\n\n${Array.from({ length: 80 }, (_, index) => failed(`r${index}@far.example`)).join("\n")}`
    ),
    expected: Array.from(
      { length: 50 },
      (_, index) => `bounced invalid_recipient r${index}@far.example none`
    )
  },
  {
    name: "an original recipient who was forwarded",
    source: withReport(
      "Reporting-MTA: dns; x\n\nOriginal-Recipient: RFC822; ada+news@shop.example\nFinal-Recipient: RFC822; x400-box@inner.example\nAction: failed\nStatus: 5.2.1\n"
    ),
    expected: ["bounced invalid_recipient ada+news@shop.example none"]
  },
  {
    name: "an original recipient that is unknown to the server",
    source: withReport(
      "Reporting-MTA: dns; x\n\nOriginal-Recipient: rfc822; unknown\nFinal-Recipient: LOCAL; ada@far.example\nAction: failed\nStatus: 5.2.2\n"
    ),
    expected: ["bounced mailbox_full ada@far.example none"]
  },
  {
    name: "a quoted local part with a blank and a comment behind it",
    source: withReport(
      'Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; "ada (b)"@far.example (Ada B.)\nAction: failed\nStatus: 5.2.2\n'
    ),
    expected: ['bounced mailbox_full "ada (b)"@far.example none']
  },
  {
    name: "an encoded address with a character that none has",
    source: withReport(
      "Reporting-MTA: dns; x\n\nFinal-Recipient: utf-8; a\\x{0A}\\x{D800}\\x{E9}@far.example\nAction: failed\nStatus: 5.2.2\n",
      { type: "message/global-delivery-status" }
    ),
    expected: ["bounced mailbox_full a\\x{0A}\\x{D800}é@far.example none"]
  },
  {
    name: "an envelope id of another system",
    source: withReport(
      `Reporting-MTA: dns; x\nOriginal-Envelope-Id: QQ314159\n\n${failed("ada@far.example")}`,
      { returned: returned(sentHeader("ada@far.example", "<other@shop.example>")) }
    ),
    expected: ["bounced invalid_recipient ada@far.example <other@shop.example>"]
  },
  {
    name: "an envelope id and a Message-ID that differ: the envelope's counts",
    source: withReport(
      `Reporting-MTA: dns; x\nOriginal-Envelope-Id: ${id}\n\n${failed("ada@far.example")}`,
      { returned: returned(sentHeader("ada@far.example", `<${otherId}@shop.example>`)) }
    ),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "a Message-ID that the provider rewrote, beside the field that it was given",
    source: withReport(`Reporting-MTA: dns; x\n\n${failed("ada@far.example")}`, {
      returned: returned(
        `${sentHeader("ada@far.example", "<0102@eu.amazonses.example>")}X-SES-MESSAGE-TAGS: telemark_id=${id}\n`
      )
    }),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "a folded Message-ID without brackets",
    source: crlf(
      withReport(`Reporting-MTA: dns; x\n\n${failed("ada@far.example")}`, {
        returned: returned(
          `From: a@b.example\nMessage-ID:\n  ${id}@shop.example\nSubject: x\n`,
          "text/rfc822-headers"
        )
      })
    ),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "the id of a shared mail",
    source: withReport(`Reporting-MTA: dns; x\n\n${failed("ada@far.example")}`, {
      returned: returned(
        sentHeader("ada@far.example", "<body_0199a1b2c3d47e5f8a6b7c8d9e0f1a2b@shop.example>")
      )
    }),
    expected: [
      "bounced invalid_recipient ada@far.example <body_0199a1b2c3d47e5f8a6b7c8d9e0f1a2b@shop.example>"
    ]
  },
  {
    name: "a returned message in base64, with a mailbox line before its header",
    source: withReport(`Reporting-MTA: dns; x\n\n${failed("ada@far.example")}`, {
      returned: `--b0\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${base64(`From b+token@bounce.shop.example Mon Nov 23 10:00:00 2026\n${sentHeader("ada@far.example")}`)}\n`
    }),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "Latin-1 in a report that declares nothing",
    source: Buffer.from(
      withReport(
        `Reporting-MTA: dns; x\n\n${failed("ada@far.example", "Status: 5.0.0\nDiagnostic-Code: smtp; 550 Empf\xe4nger unbekannt\n")}`
      ),
      "latin1"
    ),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "a report without a last line end, cut in the returned message",
    source: withReport(`Reporting-MTA: dns; x\n\n${failed("ada@far.example")}`, {
      returned: returned(sentHeader("ada@far.example"))
    })
      .split("MIME-Version: 1.0\nContent-Type: text/plain")[0]!
      .trimEnd(),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "a returned message that is a bounce itself: the outside counts",
    source: withReport(
      `Reporting-MTA: dns; x\n\n${failed("outer@far.example", "Status: 5.2.2\n")}`,
      { returned: returned(inner.replaceAll("b0", "b1")) }
    ),
    expected: ["bounced mailbox_full outer@far.example none"]
  },
  {
    name: "a bounce that was forwarded as an attachment",
    source: forwarded(inner, "f1"),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "a bounce that was forwarded three times",
    source: forwarded(forwarded(forwarded(inner, "f1"), "f2"), "f3"),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "a bounce that was forwarded four times",
    source: forwarded(forwarded(forwarded(forwarded(inner, "f1"), "f2"), "f3"), "f4"),
    expected: ["unknown"]
  },
  {
    name: "a report in parts nested deeper than reports are",
    source: `${Array.from({ length: 14 }, (_, index) => `Content-Type: multipart/mixed; boundary=n${index}\n\n--n${index}\n`).join("")}Content-Type: message/delivery-status\n\n${failed("ada@far.example")}`,
    expected: ["unknown"]
  },
  {
    name: "a report before 300 KiB of a returned message",
    source: withReport(`Reporting-MTA: dns; x\n\n${failed("ada@far.example")}`, {
      returned: returned(
        `${sentHeader("ada@far.example")}\n${"x".repeat(75).concat("\n").repeat(4_100)}`
      )
    }),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "RFC 3464's shape with an X.400 recipient",
    source: crlf(
      withReport(
        "Reporting-MTA: dns; cs.example\n\nOriginal-Recipient: rfc822;arathib@vnet.example\nFinal-Recipient: x400; /S=Bob/OU=sales/O=Example/C=us/\nAction: failed\nStatus: 5.0.0 (permanent failure)\nDiagnostic-Code: smtp;\n 550 'arathib@vnet.example' is not a registered gateway user\nRemote-MTA: dns; vnet.example\n"
      )
    ),
    expected: ["bounced undetermined arathib@vnet.example none"]
  },
  {
    name: "an Exim-like order with a Japanese notification in ISO-2022-JP",
    source: Buffer.concat([
      Buffer.from(
        "From: MAILER-DAEMON@relay.example\nSubject: =?iso-2022-jp?B?GyRCR1s/LklURz0bKEI=?=\nContent-Type: multipart/report; report-type=delivery-status; boundary=jp\n\n--jp\nContent-Type: text/plain; charset=iso-2022-jp\n\n"
      ),
      Buffer.from("1b2442475b3f2e4954473d1b2842", "hex"),
      Buffer.from(
        `\n--jp\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n${failed("ada@docomo.example", "Status: 5.2.0\nDiagnostic-Code: smtp; 550 Unknown user ada@docomo.example\n")}\n--jp--\n`
      )
    ]),
    expected: ["bounced invalid_recipient ada@docomo.example none"]
  },
  {
    name: "a bounce that a gateway wrapped in its own, without a code",
    source: `From: Mail Delivery Subsystem <MAILER-DAEMON@gw.example>\nSubject: Returned mail: User unknown\nContent-Type: multipart/mixed; boundary=gw\n\n--gw\n\nThe original message was received at noon.\n--gw\nContent-Type: message/rfc822\n\n${inner}\n--gw--\n`,
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "a bounce without a code that returns a message to which another bounce is attached",
    source: `From: Mail Delivery Subsystem <MAILER-DAEMON@gw.example>\nSubject: Returned mail\nContent-Type: multipart/mixed; boundary=gw\n\n--gw\n\nIt failed.\n--gw\nContent-Type: message/rfc822\n\n${forwarded(inner, "f1")}\n--gw--\n`,
    expected: ["unknown"]
  },
  {
    name: "a reply to which a message of ours is attached that reads like a bounce",
    source: forwarded(
      "From: Parcels <mailer-daemon@shop.example>\nSubject: Delivery failed\n\nYour parcel could not be delivered: 550 No such user here",
      "f1"
    ),
    expected: ["unknown"]
  }
]
