import { base64, crlf, id, type KnownBounce, sentHeader } from "./message.js"

interface Options {
  readonly action?: string
  readonly subject?: string
  readonly messageId?: string
}

/** Microsoft 365 and Exchange: HTML for people, with what it says to administrators below. */
const notification = (
  recipient: string,
  status: string,
  diagnostic: string,
  { action = "failed", messageId, subject = "Undeliverable: Your order" }: Options = {}
) =>
  crlf(`Received: from AM6PR01MB0001.eurprd01.prod.exchangelabs.com
 (2603:10a6:20b::1) by AM6PR01MB0002.eurprd01.prod.exchangelabs.com with
 HTTPS; Mon, 23 Nov 2026 10:00:05 +0000
MIME-Version: 1.0
From: <postmaster@far.example>
To: <b+token@bounce.shop.example>
Date: Mon, 23 Nov 2026 10:00:05 +0000
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="8f5e6c1a-01d2-4c4e-9d0f-9a61b1a8a5c7"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-US
Message-ID: <9d0f9a61@AM6PR01MB0001.eurprd01.prod.exchangelabs.com>
In-Reply-To: ${messageId ?? `<${id}@shop.example>`}
References: ${messageId ?? `<${id}@shop.example>`}
Subject: ${subject}
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All

--8f5e6c1a-01d2-4c4e-9d0f-9a61b1a8a5c7
Content-Type: multipart/alternative; differences=Content-Type;
\tboundary="1b2c"

--1b2c
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to ${recipient} couldn't be delivered. Please check the address=
 and try again later.

Diagnostic information for administrators:
Generating server: AM6PR01MB0002.eurprd01.prod.exchangelabs.com

${recipient}
Remote Server returned '${diagnostic}'

--1b2c
Content-Type: text/html; charset="us-ascii"

<html><body><p>Your message to <b>${recipient}</b> couldn't be delivered.</p></body></html>

--1b2c--

--8f5e6c1a-01d2-4c4e-9d0f-9a61b1a8a5c7
Content-Type: message/delivery-status

Reporting-MTA: dns;AM6PR01MB0002.eurprd01.prod.exchangelabs.com
Received-From-MTA: dns;shop.example
Arrival-Date: Mon, 23 Nov 2026 10:00:04 +0000

Final-Recipient: rfc822;${recipient}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp;${diagnostic}
X-Display-Name: Ada

--8f5e6c1a-01d2-4c4e-9d0f-9a61b1a8a5c7
Content-Type: message/rfc822

${sentHeader(recipient, messageId)}
Hello

--8f5e6c1a-01d2-4c4e-9d0f-9a61b1a8a5c7--
`)

const rows: ReadonlyArray<
  readonly [name: string, status: string, diagnostic: string, verdict: string]
> = [
  [
    "a recipient that is not found",
    "5.1.10",
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@far.example not found by SMTP address lookup",
    "invalid_recipient"
  ],
  [
    "an old Exchange's recipient that is not found",
    "5.1.1",
    "550 5.1.1 RESOLVER.ADR.RecipNotFound; not found",
    "invalid_recipient"
  ],
  [
    "edge blocking by the directory",
    "5.4.1",
    "550 5.4.1 Recipient address rejected: Access denied. [AM6EUR01FT001.eop-EUR01.prod.protection.outlook.com 2026-11-23T10:00:05.000Z 08DE]",
    "invalid_recipient"
  ],
  [
    "a quota",
    "5.2.2",
    "554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded; Failed to process message",
    "mailbox_full"
  ],
  [
    "a size limit",
    "5.3.4",
    "550 5.3.4 SMTPSEND.OverAdvertisedSize; message size exceeds fixed maximum size",
    "too_large"
  ],
  [
    "a restricted group",
    "5.7.1",
    "550 5.7.1 RESOLVER.RST.AuthRequired; authentication required",
    "recipient_refused"
  ],
  [
    "a group that takes mail from insiders only",
    "5.7.133",
    "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed because the sender was not authenticated when sending to this group",
    "recipient_refused"
  ],
  [
    "expiry in a permanent code",
    "5.4.300",
    "550 5.4.300 Message expired -> 451 4.7.500 Server busy. Please try again later from [192.0.2.9]",
    "routing"
  ],
  ["expiry by an old Exchange", "4.4.7", "550 4.4.7 QUEUE.Expired; message expired", "transient"],
  ["a loop", "5.4.14", "554 5.4.14 Hop count exceeded - possible mail loop ATTR34", "routing"],
  [
    "a blocked address",
    "5.7.606",
    "550 5.7.606 Access denied, banned sending IP [192.0.2.9]. To request removal from this list please visit https://sender.office.com/",
    "blocked"
  ],
  [
    "missing authentication of a large sender",
    "5.7.515",
    "550 5.7.515 Access denied, sending domain shop.example doesn't meet the required authentication level.",
    "authentication"
  ],
  [
    "a domain of Outlook.com's without the mailbox",
    "5.5.0",
    "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).",
    "invalid_recipient"
  ],
  [
    "a transport rule",
    "5.7.1",
    "550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy",
    "policy"
  ]
]

const delayed = "AM6PR01MB0002 could not be reached"

export const exchange: ReadonlyArray<KnownBounce> = [
  ...rows.map(([name, status, diagnostic, verdict]) => ({
    name: `Exchange: ${name}`,
    source: notification("ada@far.example", status, diagnostic),
    expected: [`bounced ${verdict} ada@far.example ours`]
  })),
  {
    name: "Exchange: a delay",
    source: notification("ada@far.example", "4.4.7", `400 4.4.7 Message delayed ${delayed}`, {
      action: "delayed",
      subject: "Delivery delayed:Your order"
    }),
    expected: ["deferred ada@far.example ours"]
  },
  {
    name: "Exchange: an expanded group",
    source: notification("group@far.example", "2.0.0", "250 2.0.0 expanded", {
      action: "expanded",
      subject: "Expanded: Your order"
    }),
    expected: ["delivered group@far.example ours"]
  },
  {
    name: "Exchange: delivered, to a message with a provider's Message-ID",
    source: notification("ada@far.example", "2.0.0", "250 2.0.0", {
      action: "delivered",
      messageId: "<0102018f@eu-west-1.amazonses.example>"
    }),
    expected: ["delivered ada@far.example <0102018f@eu-west-1.amazonses.example>"]
  },
  {
    name: "Exchange: German, with an encoded subject and report",
    source: crlf(`From: =?iso-8859-1?Q?Postmaster_M=FCller?= <postmaster@far.example>
To: <b+token@bounce.shop.example>
Date: Mon, 23 Nov 2026 11:00:05 +0100
Subject: =?utf-8?B?${Buffer.from("Unzustellbar: Ihre Bestellung über 5 Stück").toString("base64")}?=
Content-Type: multipart/report; report-type="delivery-status"; boundary=de

--de
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Fehler bei der Nachrichtenzustellung an folgende Empf=E4nger:

ada@far.example
--de
Content-Type: message/delivery-status
Content-Transfer-Encoding: base64

${base64("Reporting-MTA: dns;mail.far.example\r\n\r\nFinal-Recipient: rfc822;ada@far.example\r\nAction: failed\r\nStatus: 5.1.1\r\n")}
--de
Content-Type: message/rfc822

${sentHeader("ada@far.example")}

--de--
`),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  }
]
