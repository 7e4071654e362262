import { crlf, id, type KnownBounce, sentHeader } from "./message.js"

interface Session {
  readonly recipient: string
  readonly status: string
  readonly diagnostic?: string
  readonly transcript: string
  readonly action?: string
  readonly subject?: string
  readonly messageId?: string
}

const notification = ({
  action = "failed",
  diagnostic,
  messageId,
  recipient,
  status,
  subject = "Returned mail: see transcript for details",
  transcript
}: Session) =>
  crlf(`Received: from localhost (localhost)
\tby send.relay.example (8.18.1/8.18.1) id 4ANA00xx012345;
\tMon, 23 Nov 2026 05:00:09 -0500
Date: Mon, 23 Nov 2026 05:00:09 -0500
From: Mail Delivery Subsystem <MAILER-DAEMON@send.relay.example>
Message-Id: <202611231000.4ANA00xx012345@send.relay.example>
To: <b+token@bounce.shop.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4ANA00xx012345.1763892009/send.relay.example"
Subject: ${subject}
Auto-Submitted: auto-generated (failure)

This is a MIME-encapsulated message

--4ANA00xx012345.1763892009/send.relay.example

The original message was received at Mon, 23 Nov 2026 05:00:00 -0500
from shop.example [192.0.2.9]

   ----- The following addresses had permanent fatal errors -----
<${recipient}>${diagnostic === undefined ? "" : `\n    (reason: ${diagnostic})`}

   ----- Transcript of session follows -----
${transcript}

--4ANA00xx012345.1763892009/send.relay.example
Content-Type: message/delivery-status

Reporting-MTA: dns; send.relay.example
Received-From-MTA: DNS; shop.example
Arrival-Date: Mon, 23 Nov 2026 05:00:00 -0500

Final-Recipient: RFC822; ${recipient}
Action: ${action}
Status: ${status}
${diagnostic === undefined ? "" : `Remote-MTA: DNS; mx.far.example\nDiagnostic-Code: SMTP; ${diagnostic}\n`}Last-Attempt-Date: Mon, 23 Nov 2026 05:00:08 -0500

--4ANA00xx012345.1763892009/send.relay.example
Content-Type: text/rfc822-headers

${sentHeader(recipient, messageId)}
--4ANA00xx012345.1763892009/send.relay.example--
`)

const rcpt = (reply: string) =>
  `... while talking to mx.far.example.:\n>>> RCPT To:<ada@far.example>\n<<< ${reply}\n550 5.1.1 <ada@far.example>... User unknown`
const data = (reply: string) =>
  `... while talking to mx.far.example.:\n>>> DATA\n<<< ${reply}\n554 5.0.0 Service unavailable`

const rows: ReadonlyArray<
  readonly [name: string, session: Omit<Session, "recipient">, verdict: string]
> = [
  [
    "user unknown",
    {
      status: "5.1.1",
      diagnostic: "550 5.1.1 <ada@far.example>... User unknown",
      transcript: rcpt("550 5.1.1 <ada@far.example>... User unknown")
    },
    "invalid_recipient"
  ],
  [
    "a 550 whose Status sendmail made up",
    {
      status: "5.1.1",
      diagnostic: "550 Administrative prohibition",
      transcript: rcpt("550 Administrative prohibition")
    },
    "policy"
  ],
  [
    "a 550 that says nothing",
    { status: "5.1.1", diagnostic: "550 Not today", transcript: rcpt("550 Not today") },
    "recipient_refused"
  ],
  [
    "a message that was refused as spam",
    {
      status: "5.7.1",
      diagnostic: "554 5.7.1 Message rejected as spam",
      transcript: data("554 5.7.1 Message rejected as spam")
    },
    "content"
  ],
  [
    "an unknown host",
    {
      status: "5.1.2",
      transcript:
        "550 5.1.2 <ada@far.example>... Host unknown (Name server: far.example: host not found)"
    },
    "invalid_recipient"
  ],
  [
    "a user in words, with a generic Status",
    {
      status: "5.0.0",
      diagnostic: "550 Invalid recipient: <ada@far.example>",
      transcript: rcpt("550 Invalid recipient: <ada@far.example>")
    },
    "invalid_recipient"
  ],
  [
    "five days without an answer",
    {
      status: "4.4.7",
      diagnostic: "421 4.3.2 Connection rate limit exceeded.",
      transcript: "Message could not be delivered for 5 days\nMessage will be deleted from queue"
    },
    "limit"
  ],
  [
    "a quota, with a temporary Status but a permanent code",
    {
      status: "4.2.2",
      diagnostic: "552 4.2.2 Mailbox quota exceeded",
      transcript: rcpt("552 4.2.2 Mailbox quota exceeded")
    },
    "mailbox_full"
  ],
  [
    "user unknown behind a Status that time ran out",
    {
      status: "4.4.7",
      diagnostic: "550 5.1.1 User unknown",
      transcript: rcpt("550 5.1.1 User unknown")
    },
    "recipient_refused"
  ],
  ["a loop", { status: "5.4.6", transcript: "554 5.4.6 Too many hops 26 (25 max)" }, "routing"],
  [
    "a local mailer that failed",
    { status: "5.3.0", diagnostic: "x-unix; 75", transcript: "554 5.3.0 unknown mailer error 75" },
    "undetermined"
  ]
]

export const sendmail: ReadonlyArray<KnownBounce> = [
  ...rows.map(([name, session, verdict]) => ({
    name: `sendmail: ${name}`,
    source: notification({ recipient: "ada@far.example", ...session }),
    expected: [`bounced ${verdict} ada@far.example ours`]
  })),
  {
    name: "sendmail: a warning",
    source: notification({
      recipient: "ada@far.example",
      action: "delayed",
      status: "4.4.1",
      subject: "Warning: could not send message for past 4 hours",
      transcript: "451 4.4.1 reply: read error from mx.far.example."
    }),
    expected: ["deferred ada@far.example ours"]
  },
  {
    name: "sendmail: a return receipt of another sender's message",
    source: notification({
      recipient: "ada@far.example",
      action: "relayed (to non-DSN-aware mailer)",
      status: "2.1.5",
      subject: "Return receipt",
      messageId: "<body_0199a1b2c3d47e5f8a6b7c8d9e0f1a2b@shop.example>",
      transcript: "<ada@far.example>... relayed"
    }),
    expected: ["delivered ada@far.example <body_0199a1b2c3d47e5f8a6b7c8d9e0f1a2b@shop.example>"]
  },
  {
    name: "sendmail: an expanded alias, by its comment",
    source: notification({
      recipient: "team@far.example",
      action: "expanded (to multi-recipient alias)",
      status: "2.0.0",
      transcript: "team... expanded",
      subject: `Return receipt for ${id}`
    }),
    expected: ["delivered team@far.example ours"]
  },
  {
    name: "sendmail: a member of an alias that doesn't exist, which doesn't suppress the alias",
    source: notification({
      recipient: "bob@far.example",
      status: "5.1.1",
      diagnostic: "550 5.1.1 User unknown",
      transcript: "550 5.1.1 <bob@far.example>... User unknown"
    })
      .replace("User unknown)\r\n", "User unknown)\r\n    (expanded from: <team@shop.example>)\r\n")
      .replace(
        "Final-Recipient",
        "Original-Recipient: RFC822; team@shop.example\r\nFinal-Recipient"
      ),
    expected: ["bounced recipient_refused team@shop.example ours"]
  }
]
