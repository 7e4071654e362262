import { base64, crlf, id, type KnownBounce, sentHeader } from "./message.js"

interface Failed {
  readonly recipient: string
  readonly status: string
  /** As Postfix quotes it, on one line. */
  readonly said: string
  readonly stage?: string
  readonly action?: string
  readonly type?: string
  /**
   * The address that the message was sent to, if that is an alias of the recipient; else the
   * recipient's.
   */
  readonly alias?: string
}

const prose = ({ alias, recipient, said, stage = "RCPT TO" }: Failed) =>
  `<${recipient}>${alias === undefined ? "" : ` (expanded from\n    <${alias}>)`}: host mx1.far.example[198.51.100.7] said: ${said.replace(/(.{60}\S*) /g, "$1\n    ")} (in reply to\n    ${stage} command)\n`

const fields = ({
  action = "failed",
  alias,
  recipient,
  said,
  status,
  type = "smtp"
}: Failed) => `Final-Recipient: rfc822; ${recipient}
Original-Recipient: rfc822;${alias ?? recipient}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx1.far.example
Diagnostic-Code: ${type}; ${said.replace(/(.{50}\S*) /g, "$1\n    ")}
`

const notification = (
  failed: ReadonlyArray<Failed>,
  { envelopeId = true, subject = "Undelivered Mail Returned to Sender" } = {}
) =>
  crlf(`Return-Path: <>
Received: by mail.relay.example (Postfix) id 3F2A11C0; Mon, 23 Nov 2026 10:01:02 +0000 (UTC)
Date: Mon, 23 Nov 2026 10:01:02 +0000 (UTC)
From: MAILER-DAEMON@mail.relay.example (Mail Delivery System)
Subject: ${subject}
To: b+token@bounce.shop.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="3F2A11C0.1763892062/mail.relay.example"
Content-Transfer-Encoding: 8bit
Message-Id: <20261123100102.3F2A11C0@mail.relay.example>

This is a MIME-encapsulated message.

--3F2A11C0.1763892062/mail.relay.example
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

This is the mail system at host mail.relay.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

For further assistance, please send mail to postmaster.

                   The mail system

${failed.map(prose).join("\n")}
--3F2A11C0.1763892062/mail.relay.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.relay.example
${envelopeId ? `Original-Envelope-Id: ${id}\n` : ""}X-Postfix-Queue-ID: 3F2A11C0
X-Postfix-Sender: rfc822; b+token@bounce.shop.example
Arrival-Date: Mon, 23 Nov 2026 10:00:00 +0000 (UTC)

${failed.map(fields).join("\n")}
--3F2A11C0.1763892062/mail.relay.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers
Content-Transfer-Encoding: 8bit

${sentHeader(failed[0]!.recipient)}
--3F2A11C0.1763892062/mail.relay.example--
`)

const single: ReadonlyArray<
  readonly [name: string, status: string, said: string, verdict: string, stage?: string]
> = [
  [
    "an unknown user",
    "5.1.1",
    "550 5.1.1 <ada@far.example>: Recipient address rejected: User unknown in virtual mailbox table",
    "invalid_recipient"
  ],
  [
    "an unknown user of Dovecot's",
    "5.1.1",
    "550 5.1.1 <ada@far.example> User doesn't exist: ada@far.example",
    "invalid_recipient"
  ],
  [
    "a full mailbox",
    "5.2.2",
    "552 5.2.2 <ada@far.example>: Recipient address rejected: Quota exceeded (mailbox for user is full)",
    "mailbox_full"
  ],
  [
    "a relay that is not open",
    "5.7.1",
    "554 5.7.1 <ada@far.example>: Relay access denied",
    "account_refused"
  ],
  [
    "a block list behind a Status that blames the address",
    "5.1.1",
    "550 5.7.1 Service unavailable; client [192.0.2.9] blocked using zen.spamhaus.org",
    "blocked"
  ],
  [
    "a sender that the server doesn't verify",
    "5.1.8",
    "550 5.1.8 <b+token@bounce.shop.example>: Sender address rejected: Domain not found",
    "sender_refused"
  ],
  [
    "greylisting until the time ran out",
    "4.2.0",
    "450 4.2.0 <ada@far.example>: Recipient address rejected: Greylisted, see http://postgrey.example/help",
    "transient"
  ],
  ["a size limit", "5.3.4", "552 5.3.4 Message size exceeds fixed limit", "too_large", "MAIL FROM"],
  [
    "a spam filter after the data",
    "5.7.1",
    "554 5.7.1 Spam message rejected; If this is not spam contact abuse at far.example",
    "content",
    "end of DATA"
  ],
  [
    "a DMARC policy",
    "5.7.1",
    "550 5.7.1 Email rejected per DMARC policy for shop.example",
    "authentication",
    "end of DATA"
  ],
  [
    "a bare 550 beside a Status that the relay made of it",
    "5.1.1",
    "550 Rejected",
    "recipient_refused"
  ],
  [
    "a bare 550 that is in words about the user",
    "5.0.0",
    "550 No such user here",
    "invalid_recipient"
  ],
  [
    "an unknown user after the data, where filters say so, too",
    "5.0.0",
    "550 User unknown",
    "recipient_refused",
    "end of DATA"
  ]
]

const timedOut = "connect to mx1.far.example[198.51.100.7]:25: Connection timed out"

export const postfix: ReadonlyArray<KnownBounce> = [
  ...single.map(([name, status, said, verdict, stage = "RCPT TO"]) => ({
    name: `Postfix: ${name}`,
    source: notification([{ recipient: "ada@far.example", status, said, stage }]),
    expected: [`bounced ${verdict} ada@far.example ours`]
  })),
  {
    name: "Postfix: its own unknown user",
    source: notification([
      {
        recipient: "ada@far.example",
        status: "5.1.1",
        said: 'unknown user: "ada"',
        type: "X-Postfix"
      }
    ]),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "Postfix: a domain that doesn't exist",
    source: notification([
      {
        recipient: "ada@gone.example",
        status: "5.4.4",
        said: "Host or domain name not found. Name service error for name=gone.example type=AAAA: Host not found",
        type: "X-Postfix"
      }
    ]),
    expected: ["bounced routing ada@gone.example ours"]
  },
  {
    name: "Postfix: a server that never answered",
    source: notification([
      { recipient: "ada@far.example", status: "4.4.1", said: timedOut, type: "X-Postfix" }
    ]),
    expected: ["bounced transient ada@far.example ours"]
  },
  {
    name: "Postfix: three recipients with different fates",
    source: notification([
      { recipient: "ada@far.example", status: "5.1.1", said: "550 5.1.1 User unknown" },
      { recipient: "Bob.B@far.example", status: "5.2.2", said: "552 5.2.2 Mailbox is full" },
      {
        recipient: "cyd+news@far.example",
        status: "4.4.1",
        said: timedOut,
        type: "X-Postfix",
        action: "delayed"
      }
    ]),
    expected: [
      "bounced invalid_recipient ada@far.example ours",
      "bounced mailbox_full Bob.B@far.example ours",
      "deferred cyd+news@far.example ours"
    ]
  },
  {
    name: "Postfix: a member of an alias that doesn't exist, which doesn't suppress the alias",
    source: notification([
      {
        recipient: "bob@far.example",
        alias: "team@shop.example",
        status: "5.1.1",
        said: "550 5.1.1 User unknown"
      },
      { recipient: "cyd@far.example", status: "5.1.1", said: "550 5.1.1 User unknown" }
    ]),
    expected: [
      "bounced recipient_refused team@shop.example ours",
      "bounced invalid_recipient cyd@far.example ours"
    ]
  },
  {
    name: "Postfix: a next hop that takes no addresses in UTF-8, and the recipient's, encoded once more by the client",
    source: notification([
      {
        recipient: "jürgen@köln.example",
        alias: "j+C3+BCrgen@k+C3+B6ln.example",
        status: "5.6.7",
        said: "SMTPUTF8 is required, but was not offered by host mx1.far.example[198.51.100.7]",
        type: "X-Postfix"
      }
    ])
      .replace("(expanded from\r\n    <j+C3+BCrgen@k+C3+B6ln.example>)", "")
      .replace(/rfc822;(?= ?j)/g, "utf-8;"),
    expected: ["bounced recipient_refused jürgen@köln.example ours"]
  },
  {
    name: "Postfix: a delay",
    source: notification(
      [
        {
          recipient: "ada@far.example",
          status: "4.4.1",
          said: timedOut,
          type: "X-Postfix",
          action: "delayed"
        }
      ],
      { subject: "Delayed Mail (still being retried)" }
    ),
    expected: ["deferred ada@far.example ours"]
  },
  {
    name: "Postfix: a success",
    source: notification(
      [
        { recipient: "ada@far.example", status: "2.1.5", said: "250 2.1.5 ok", action: "delivered" }
      ],
      { subject: "Successful Mail Delivery Report" }
    ),
    expected: ["delivered ada@far.example ours"]
  },
  {
    name: "Postfix: a next hop without DSN",
    source: notification(
      [
        {
          recipient: "ada@far.example",
          status: "2.0.0",
          said: "250 2.0.0 Ok: queued as 4AB",
          action: "relayed"
        }
      ],
      { envelopeId: false }
    ),
    expected: ["delivered ada@far.example ours"]
  },
  {
    name: "Postfix: an alias with several members",
    source: notification([
      {
        recipient: "team@far.example",
        status: "2.0.0",
        said: "alias expanded",
        type: "X-Postfix",
        action: "expanded"
      }
    ]),
    expected: ["delivered team@far.example ours"]
  },
  {
    name: "Postfix: a probe of an address, for which no mail was sent",
    source: notification(
      [
        {
          recipient: "ada@far.example",
          status: "2.1.5",
          said: "250 2.1.5 ok",
          action: "deliverable"
        }
      ],
      { subject: "Mail Delivery Status Report" }
    ),
    expected: ["unknown"]
  },
  {
    name: "Postfix: SMTPUTF8",
    source: crlf(`From: MAILER-DAEMON@mail.relay.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
Date: Mon, 23 Nov 2026 10:01:02 +0000 (UTC)
MIME-Version: 1.0
Content-Type: multipart/report; report-type=global-delivery-status; boundary="=_g"

--=_g
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

This is the mail system at host mail.relay.example.

<jürgen@köln.example>: host mx.köln.example[198.51.100.8] said: 550 5.1.1
    <jürgen@köln.example>: User unknown (in reply to RCPT TO command)

--=_g
Content-Type: message/global-delivery-status
Content-Transfer-Encoding: 8bit

Reporting-MTA: dns; mail.relay.example

Final-Recipient: utf-8; jürgen@köln.example
Original-Recipient: utf-8;jürgen@köln.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <jürgen@köln.example>: User unknown

--=_g
Content-Type: message/global-headers
Content-Transfer-Encoding: 8bit

From: Shop <orders@shop.example>
To: jürgen@köln.example
Message-ID: <${id}@shop.example>

--=_g--
`),
    expected: ["bounced invalid_recipient jürgen@köln.example ours"]
  },
  {
    name: "Postfix: SMTPUTF8 through a relay that encodes the report in base64, and the address in ASCII",
    source: crlf(`From: MAILER-DAEMON@mail.relay.example
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=global-delivery-status; boundary=g2

--g2
Content-Type: text/plain

Failed.
--g2
Content-Type: message/global-delivery-status
Content-Transfer-Encoding: base64

${base64(`Reporting-MTA: dns; mail.relay.example
Original-Envelope-Id: ${id}

Original-Recipient: utf-8; \\x{4F60}\\x{597D}@\\x{4F8B}\\x{3048}.example
Final-Recipient: utf-8; \\x{4F60}\\x{597D}@\\x{4F8B}\\x{3048}.example
Action: delayed
Status: 4.4.1
`)}
--g2--
`),
    expected: ["deferred 你好@例え.example ours"]
  }
]
