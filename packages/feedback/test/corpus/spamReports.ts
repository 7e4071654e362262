import { base64, crlf, id, type KnownBounce, sentHeader } from "./message.js"

interface Arf {
  readonly fields: string
  readonly returned?: string
  readonly from?: string
  readonly returnedType?: string
  readonly encoding?: "base64"
}

const arf = ({
  encoding,
  fields,
  from = "staff@isp.example",
  returned = sentHeader("ada@far.example"),
  returnedType = "message/rfc822"
}: Arf) =>
  crlf(`From: <${from}>
Date: Mon, 23 Nov 2026 12:00:00 +0000
Subject: Email Feedback Report for IP 192.0.2.9
To: <fbl@shop.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
     boundary="part1_13d.2e68ed54_boundary"

--part1_13d.2e68ed54_boundary
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message received from IP
192.0.2.9 on Mon, 23 Nov 2026 10:00:00 +0000.

--part1_13d.2e68ed54_boundary
Content-Type: message/feedback-report
${encoding === undefined ? `\n${fields}` : `Content-Transfer-Encoding: base64\n\n${base64(fields)}`}
--part1_13d.2e68ed54_boundary
Content-Type: ${returnedType}
Content-Disposition: inline

${returned}
Hello
--part1_13d.2e68ed54_boundary--
`)

const full = (type: string) => `Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <b+token@bounce.shop.example>
Original-Rcpt-To: <ada@far.example>
Arrival-Date: Mon, 23 Nov 2026 10:00:00 +0000
Source-IP: 192.0.2.9
Authentication-Results: mail.isp.example;
               spf=fail smtp.mail=somespammer@example.com
Reported-Domain: shop.example
Reported-Uri: http://shop.example/page.html
Removal-Recipient: ada@far.example
`

export const spamReports: ReadonlyArray<KnownBounce> = [
  {
    name: "ARF: abuse",
    source: arf({ fields: full("abuse") }),
    expected: ["complained ada@far.example ours"]
  },
  {
    name: "ARF: fraud",
    source: arf({ fields: full("fraud") }),
    expected: ["complained ada@far.example ours"]
  },
  {
    name: "ARF: virus, in capitals and with a comment",
    source: arf({ fields: full("VIRUS (found by a scanner)") }),
    expected: ["complained ada@far.example ours"]
  },
  {
    name: "ARF: opt-out",
    source: arf({ fields: full("opt-out") }),
    expected: ["unsubscribed ada@far.example ours"]
  },
  {
    name: "ARF: auth-failure",
    source: arf({ fields: full("auth-failure\nAuth-Failure: dkim") }),
    expected: ["ignored auth_failure"]
  },
  {
    name: "ARF: not-spam",
    source: arf({ fields: full("not-spam") }),
    expected: ["ignored not_spam"]
  },
  {
    name: "ARF: other",
    source: arf({ fields: full("other") }),
    expected: ["ignored other_feedback"]
  },
  {
    name: "ARF: a type that nobody registered",
    source: arf({ fields: full("constructor") }),
    expected: ["ignored other_feedback"]
  },
  {
    name: "ARF: no type",
    source: arf({ fields: "User-Agent: x/1\nVersion: 1\n" }),
    expected: ["ignored other_feedback"]
  },
  {
    name: "ARF: RFC 5965's smallest, with headers only",
    source: arf({
      fields: "Feedback-Type: abuse\nUser-Agent: SomeGenerator/1.0\nVersion: 1\n",
      returnedType: "text/rfc822-headers"
    }),
    expected: ["complained nobody ours"]
  },
  {
    name: "ARF: a redacted recipient",
    source: arf({
      fields:
        "Feedback-Type: abuse\nUser-Agent: Yahoo!-Mail-Feedback/2.0\nVersion: 0.1\nOriginal-Rcpt-To: redacted\n"
    }),
    expected: ["complained nobody ours"]
  },
  {
    name: "ARF: two recipients of one mail",
    source: arf({
      fields:
        "Feedback-Type: abuse\nUser-Agent: x/1\nVersion: 1\nOriginal-Rcpt-To: ada@far.example\nOriginal-Rcpt-To: bob@far.example\nOriginal-Rcpt-To: Ada@far.example\n"
    }),
    expected: ["complained Ada@far.example ours", "complained bob@far.example ours"]
  },
  {
    name: "ARF: in base64",
    source: arf({ fields: full("abuse"), encoding: "base64" }),
    expected: ["complained ada@far.example ours"]
  },
  {
    name: "ARF: Microsoft's, with the recipient in the returned header",
    source: arf({
      from: "staff@hotmail.example",
      fields: "Feedback-Type: abuse\nUser-Agent: JMRP/1\nVersion: 1\n",
      returned: `X-HmXmrOriginalRecipient: ada@outlook.example\n${sentHeader("ada@outlook.example")}`
    }),
    expected: ["complained ada@outlook.example ours"]
  },
  {
    name: "ARF: an envelope id instead of a returned message",
    source: arf({
      fields: `Feedback-Type: abuse\nUser-Agent: x/1\nVersion: 1\nOriginal-Envelope-Id: ${id}\n`,
      returned: ""
    }),
    expected: ["complained nobody ours"]
  },
  {
    name: "ARF: a provider's Message-ID",
    source: arf({
      fields: full("abuse"),
      returned: sentHeader("ada@far.example", "<20261123@provider.example>")
    }),
    expected: ["complained ada@far.example <20261123@provider.example>"]
  },
  {
    name: "ARF: a message that can't be told",
    source: arf({ fields: full("abuse"), returned: "Subject: no ids\n" }),
    expected: ["complained ada@far.example none"]
  },
  {
    name: "Microsoft's complaint without a report part",
    source: `From: staff@hotmail.example\nSubject:  complaint about message from 192.0.2.9\nDate: Mon, 23 Nov 2026 12:00:00 +0000\nContent-Type: multipart/mixed; boundary=ms\n\n--ms\nContent-Type: message/rfc822\nContent-Disposition: inline\n\nX-HmXmrOriginalRecipient: ada@outlook.example\n${sentHeader("ada@outlook.example")}\nHello\n--ms--\n`,
    expected: ["complained ada@outlook.example ours"]
  },
  {
    name: "ARF: a complaint that was forwarded as an attachment",
    source: `From: abuse@host.example\nSubject: FW: complaint\nContent-Type: multipart/mixed; boundary=fw\n\n--fw\n\nPlease see.\n--fw\nContent-Type: message/rfc822\n\n${arf({ fields: full("abuse") })}\n--fw--\n`,
    expected: ["complained ada@far.example ours"]
  }
]
