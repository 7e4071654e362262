import { crlf, id, type KnownBounce, sentHeader } from "./message.js"

/** Exim since 4.84: prose first, with X-Failed-Recipients, and a report part. */
const notification = (recipient: string, said: string, fields: string) =>
  crlf(`Return-path: <>
Received: from Debian-exim by exim.relay.example with local (Exim 4.97.1)
\tid 1tEh2x-000abc-1A
\tfor b+token@bounce.shop.example;
\tMon, 23 Nov 2026 11:00:00 +0100
X-Failed-Recipients: ${recipient}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@exim.relay.example>
To: b+token@bounce.shop.example
References: <${id}@shop.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=1763892000-eximdsn-42
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1tEh2x-000abc-1A@exim.relay.example>
Date: Mon, 23 Nov 2026 11:00:00 +0100

--1763892000-eximdsn-42
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${recipient}
${said.replace(/^/gm, "    ")}

--1763892000-eximdsn-42
Content-type: message/delivery-status

Reporting-MTA: dns; exim.relay.example

Action: failed
Final-Recipient: rfc822;${recipient}
${fields}
--1763892000-eximdsn-42
Content-type: message/rfc822

Return-path: <b+token@bounce.shop.example>
${sentHeader(recipient)}
Hello, 550 5.2.2 is in this text.

--1763892000-eximdsn-42--
`)

const afterRcpt = (reply: string, recipient: string) =>
  `host mx.far.example [198.51.100.20]\nSMTP error from remote mail server after RCPT TO:<${recipient}>:\n${reply}`
const remote = (reply: string, status = "5.0.0") =>
  `Status: ${status}\nRemote-MTA: dns; mx.far.example\nDiagnostic-Code: smtp; ${reply}\n`

const refused: ReadonlyArray<readonly [name: string, reply: string, verdict: string]> = [
  [
    "user unknown under a Status that says nothing",
    "550 5.1.1 <ada@far.example> User unknown",
    "invalid_recipient"
  ],
  ["no such user without an enhanced code", "550 No Such User Here", "invalid_recipient"],
  [
    "a mailbox that is over its quota",
    "552-5.2.2 The recipient's inbox is out of storage space. Please direct the\n 552-5.2.2 recipient to free space.\n 552 5.2.2 ada",
    "mailbox_full"
  ],
  [
    "a listed address",
    '550 "JunkMail rejected - mail.relay.example [192.0.2.9]:41 is in an RBL, see https://www.spamhaus.org/query/ip/192.0.2.9"',
    "blocked"
  ],
  [
    "a verification of the sender",
    "550-Verification failed for <b+token@bounce.shop.example>\n 550-No Such User Here\n 550 Sender verify failed",
    "sender_refused"
  ],
  ["relaying that is denied", "550 relay not permitted", "account_refused"],
  [
    "a host name that is refused",
    "550 5.7.1 Client host rejected: cannot find your reverse hostname, [192.0.2.9]",
    "blocked"
  ],
  ["an account that is disabled", "550 5.2.1 Account disabled", "invalid_recipient"]
]

export const exim: ReadonlyArray<KnownBounce> = [
  ...refused.map(([name, reply, verdict]) => ({
    name: `Exim: ${name}`,
    source: notification("ada@far.example", afterRcpt(reply, "ada@far.example"), remote(reply)),
    expected: [`bounced ${verdict} ada@far.example ours`]
  })),
  {
    name: "Exim: an address that it can't route, in prose only",
    source: notification("ada@far.example", "Unrouteable address", "Status: 5.0.0\n"),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "Exim: all hosts failed for days",
    source: notification(
      "ada@far.example",
      "all hosts have been failing for a long time and were last tried after this message arrived",
      "Status: 5.0.0\n"
    ),
    expected: ["bounced undetermined ada@far.example ours"]
  },
  {
    name: "Exim: a refusal after the data",
    source: notification(
      "ada@far.example",
      "host mx.far.example [198.51.100.20]\nSMTP error from remote mail server after end of data:\n550 Unknown user ada@far.example",
      remote("550 Unknown user ada@far.example")
    ),
    expected: ["bounced recipient_refused ada@far.example ours"]
  },
  {
    name: "Exim: the time ran out on a temporary refusal",
    source: notification(
      "ada@far.example",
      "retry timeout exceeded",
      "Status: 4.0.0\nRemote-MTA: dns; mx.far.example\nDiagnostic-Code: smtp; 451 4.7.1 Please try again later\n"
    ),
    expected: ["bounced transient ada@far.example ours"]
  },
  {
    name: "Exim: a delay with a report part",
    source: notification(
      "ada@far.example",
      "host mx.far.example [198.51.100.20]\nConnection timed out",
      "Status: 4.0.0\n"
    )
      .replace("Action: failed", "Action: delayed")
      .replace(
        "Mail delivery failed: returning message to sender",
        "Warning: message 1tEh2x delayed 24 hours"
      ),
    expected: ["deferred ada@far.example ours"]
  },
  {
    name: "Exim: two recipients in one prose, the second in a report block of its own",
    source: notification(
      "ada@far.example, bob@far.example",
      "see below",
      "Status: 5.0.0\nDiagnostic-Code: smtp; 550 no such user\n\nAction: failed\nFinal-Recipient: rfc822;bob@far.example\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 mailbox full\n"
    ).replace("rfc822;ada@far.example, bob@far.example", "rfc822;ada@far.example"),
    expected: [
      "bounced invalid_recipient ada@far.example ours",
      "bounced mailbox_full bob@far.example ours"
    ]
  }
]
