import { base64, crlf, id, type KnownBounce, sentHeader } from "./message.js"

/**
 * Gmail: a picture, text and HTML within multipart/related, and continued lines that repeat the
 * codes.
 */
const notification = (
  recipient: string,
  status: string,
  diagnostic: string,
  action = "failed",
  subject = "Delivery Status Notification (Failure)"
) =>
  crlf(`Return-Path: <>
Received: by 2002:a05:6000:1 with SMTP id x1csp100; Mon, 23 Nov 2026 02:00:03 -0800 (PST)
Content-Type: multipart/report; boundary="000000000000aa"; report-type=delivery-status
To: b+token@bounce.shop.example
Received: by 2002:a05:6000:1 with SMTP id x1; Mon, 23 Nov 2026 02:00:03 -0800 (PST)
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
X-Failed-Recipients: ${recipient}
Auto-Submitted: auto-replied
Subject: ${subject}
References: <${id}@shop.example>
In-Reply-To: <${id}@shop.example>
Message-ID: <6742.050a0220@mx.google.com>
Date: Mon, 23 Nov 2026 02:00:03 -0800 (PST)

--000000000000aa
Content-Type: multipart/related; boundary="000000000000bb"

--000000000000bb
Content-Type: multipart/alternative; boundary="000000000000cc"

--000000000000cc
Content-Type: text/plain; charset="UTF-8"

** Address not found **

Your message wasn't delivered to ${recipient}.

Learn more here: https://support.google.com/mail/?p=NoSuchUser

The response was:

${diagnostic.replace(/\n {4}/g, " ")}

--000000000000cc
Content-Type: text/html; charset="UTF-8"
Content-Transfer-Encoding: base64

${base64("<html><body><h2>Address not found</h2></body></html>")}
--000000000000cc--
--000000000000bb
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

${base64(Uint8Array.from({ length: 300 }, (_, index) => index % 251))}
--000000000000bb--
--000000000000aa
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; orders@shop.example
Arrival-Date: Mon, 23 Nov 2026 02:00:02 -0800 (PST)
X-Original-Message-ID: <${id}@shop.example>

Final-Recipient: rfc822; ${recipient}
Action: ${action}
Status: ${status}
Remote-MTA: dns; gmail-smtp-in.l.google.com. (2607:f8b0::1b, the server
 for the domain gmail.com.)
Diagnostic-Code: smtp; ${diagnostic}
Last-Attempt-Date: Mon, 23 Nov 2026 02:00:03 -0800 (PST)

--000000000000aa
Content-Type: message/rfc822

${sentHeader(recipient)}
----- Message truncated -----

--000000000000aa--
`)

const rows: ReadonlyArray<
  readonly [name: string, status: string, diagnostic: string, verdict: string]
> = [
  [
    "no such account",
    "5.1.1",
    "550-5.1.1 The email account that you tried to reach does not exist. Please try\n    550-5.1.1 double-checking the recipient's email address for typos or\n    550-5.1.1 unnecessary spaces. For more information, go to\n    550 5.1.1  https://support.google.com/mail/?p=NoSuchUser d2e1a72fcca58-724 - gsmtp",
    "invalid_recipient"
  ],
  [
    "no such account, with the sentence broken across lines",
    "5.0.0",
    "550-5.1.1 The email account that you tried to reach does\n    550-5.1.1 not exist. a1-20020 - gsmtp",
    "invalid_recipient"
  ],
  [
    "an inactive account",
    "5.2.1",
    "550-5.2.1 The email account that you tried to reach is inactive. For more\n    550 5.2.1 information, go to https://support.google.com/mail/?p=DisabledUser",
    "invalid_recipient"
  ],
  [
    "a full mailbox",
    "5.2.2",
    "552-5.2.2 The recipient's inbox is out of storage space. Please direct the\n    552-5.2.2 recipient to https://support.google.com/mail/?p=OverQuotaPerm",
    "mailbox_full"
  ],
  [
    "a rate that the user can't take",
    "5.2.1",
    "550-5.2.1 The user you are trying to contact is receiving mail at a rate that\n    550-5.2.1 prevents additional messages from being delivered. For more\n    550 5.2.1 information, please visit https://support.google.com/mail/?p=ReceivingRatePerm",
    "limit"
  ],
  [
    "a lacking authentication",
    "5.7.26",
    "550-5.7.26 Your email has been blocked because the sender is unauthenticated.\n    550-5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM.",
    "authentication"
  ],
  [
    "suspicion of spam",
    "5.7.1",
    "550-5.7.1 [192.0.2.9      12] Gmail has detected that this message is likely\n    550-5.7.1 unsolicited mail. To reduce the amount of spam sent to Gmail, this\n    550 5.7.1 message has been blocked.",
    "content"
  ],
  [
    "a missing PTR record",
    "5.7.25",
    "550-5.7.25 [192.0.2.9] The IP address sending this message does not have a PTR\n    550 5.7.25 record setup, or the corresponding forward DNS entry does not match",
    "blocked"
  ],
  [
    "a domain that was not found, which Gmail writes as a sentence",
    "5.1.2",
    "The email address you entered couldn't be found. DNS Error: DNS type 'mx' lookup of gone.example responded with code NXDOMAIN",
    "recipient_refused"
  ],
  [
    "a server that never answered",
    "4.4.1",
    "The recipient server did not accept our requests to connect. [mx.far.example 198.51.100.1: timed out]",
    "transient"
  ]
]

export const gmail: ReadonlyArray<KnownBounce> = [
  ...rows.map(([name, status, diagnostic, verdict]) => ({
    name: `Gmail: ${name}`,
    source: notification("ada@far.example", status, diagnostic),
    expected: [`bounced ${verdict} ada@far.example ours`]
  })),
  {
    name: "Gmail: a delay",
    source: notification(
      "ada@far.example",
      "4.4.1",
      "The recipient server did not accept our requests to connect.",
      "delayed",
      "Delivery Status Notification (Delay)"
    ),
    expected: ["deferred ada@far.example ours"]
  },
  {
    name: "Gmail: relayed",
    source: notification(
      "ada@far.example",
      "2.0.0",
      "250 2.0.0 OK",
      "relayed",
      "Delivery Status Notification (Relay)"
    ),
    expected: ["delivered ada@far.example ours"]
  }
]
