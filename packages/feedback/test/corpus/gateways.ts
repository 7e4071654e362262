import { crlf, id, type KnownBounce, sentHeader } from "./message.js"

/**
 * MDaemon: its transcript before the report, and no returned message but its header in the report.
 */
const mdaemon = (status: string, reply: string) =>
  crlf(`Date: Mon, 23 Nov 2026 11:00:00 +0100
From: MAILER-DAEMON@mdaemon.far.example
Reply-To: noReply@mdaemon.far.example
To: b+token@bounce.shop.example
Subject: Permanent Delivery Failure
X-MDDSN-Message: TRUE
MIME-Version: 1.0
Content-Type: multipart/report; boundary="MD-1123"; report-type=delivery-status

--MD-1123
Content-Type: text/plain; charset=UTF-8

---------------------------------------------------------------------------
Your message was not delivered to the following recipients:
  ada@far.example

--- Session Transcript ---
 Mon 2026-11-23 11:00:00: <-- 250 2.1.0 Sender OK
 Mon 2026-11-23 11:00:00: --> RCPT To:<ada@far.example>
 Mon 2026-11-23 11:00:00: <-- ${reply}
--- End Transcript ---

--MD-1123
Content-Type: message/delivery-status

Reporting-MTA: dns; mdaemon.far.example
Arrival-Date: Mon, 23 Nov 2026 10:59:59 +0100
Original-Envelope-Id: <${id}@shop.example>

Final-Recipient: rfc822; ada@far.example
Action: failed
Status: ${status} (permanent failure)
Diagnostic-Code: smtp; ${reply}
Last-Attempt-Date: Mon, 23 Nov 2026 11:00:00 +0100

--MD-1123--
`)

/**
 * Mimecast: no per-message fields but one, and the Message-ID only in the text and the returned
 * headers.
 */
const mimecast = (diagnostic: string) =>
  crlf(`MIME-Version: 1.0
Message-Id: <mc-1@eu-smtp-1.mimecast.example>
Date: Mon, 23 Nov 2026 10:00:00 +0000
Subject: [Postmaster] Email Delivery Failure
From: <postmaster@shop.example>
To: <b+token@bounce.shop.example>
Auto-Submitted: auto-generated
Content-Type: multipart/report; report-type=delivery-status; boundary="--mc"

----mc
Content-Type: text/html; charset=utf-8

<html><head><style>p{color:#550511}</style></head><body><p>Your message to <b>ada@far.example</b> couldn't be delivered.</p></body></html>
----mc
Content-Type: message/delivery-status

Reporting-MTA: dns; eu-smtp-delivery-1.mimecast.example

Final-Recipient: rfc822; ada@far.example
Action: failed
Status: 5.0.0
Diagnostic-Code: smtp; ${diagnostic}

----mc
Content-Type: text/rfc822-headers

${sentHeader("ada@far.example")}
----mc--
`)

/** Proofpoint: sendmail's report, with what its filter said within the reply. */
const proofpoint = (status: string, diagnostic: string) =>
  crlf(`From: Mail Delivery Subsystem <MAILER-DAEMON@mx0a-1.pphosted.example>
To: <b+token@bounce.shop.example>
Subject: Returned mail: see transcript for details
Date: Mon, 23 Nov 2026 02:00:00 -0800
Auto-Submitted: auto-generated (failure)
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="pp.1/mx0a"

--pp.1/mx0a

The original message was received at Mon, 23 Nov 2026 01:59:59 -0800
from m0001.ppops.example [127.0.0.1]

   ----- The following addresses had permanent fatal errors -----
<ada@far.example>
    (reason: ${diagnostic})

--pp.1/mx0a
Content-Type: message/delivery-status

Reporting-MTA: dns; mx0a-1.pphosted.example
Arrival-Date: Mon, 23 Nov 2026 01:59:59 -0800

Final-Recipient: RFC822; ada@far.example
Action: failed
Status: ${status}
Diagnostic-Code: SMTP; ${diagnostic}
Last-Attempt-Date: Mon, 23 Nov 2026 02:00:00 -0800

--pp.1/mx0a
Content-Type: message/rfc822

${sentHeader("ada@far.example")}
--pp.1/mx0a--
`)

/** Cisco (IronPort): a Status that says nothing, and the reply in a field of its own. */
const ironport = (supplement: string) =>
  mimecast("").replace(/Diagnostic-Code: smtp; \r\n/, `X-Supplementary-Info: ${supplement}\r\n`)

/** Barracuda: fields without blanks behind the colons, all in one block. */
const barracuda = (diagnostic: string) =>
  crlf(`From:MAILER-DAEMON@barracuda.far.example
To:b+token@bounce.shop.example
Subject:**Message you sent blocked by our bulk email filter**
Date:Mon, 23 Nov 2026 10:00:00 +0000
Content-Type:multipart/report; report-type=delivery-status; charset=utf-8;
 boundary="----------=_176-bar"

------------=_176-bar
Content-Type:text/plain; charset="utf-8"

Your message to: ada@far.example
was blocked by our Spam Firewall. The email you sent with the following subject has NOT BEEN DELIVERED:

Subject: Your order
------------=_176-bar
Content-Type:message/delivery-status

Reporting-MTA:dns; barracuda.far.example
Received-From-MTA:smtp; barracuda.far.example ([127.0.0.1])
Arrival-Date:Mon, 23 Nov 2026 10:00:00 +0000
Final-Recipient:rfc822; ada@far.example
Action:failed
Status:5.7.1
Diagnostic-Code:smtp; ${diagnostic}
Last-Attempt-Date:Mon, 23 Nov 2026 10:00:00 +0000

------------=_176-bar
Content-Type:text/rfc822-headers

${sentHeader("ada@far.example")}
------------=_176-bar--
`)

const rows: ReadonlyArray<readonly [name: string, source: string, verdict: string]> = [
  [
    "MDaemon: no such user",
    mdaemon("5.1.1", "550 5.1.1 Recipient unknown <ada@far.example>"),
    "invalid_recipient"
  ],
  [
    "MDaemon: unavailable or denied",
    mdaemon("5.0.0", "550 Mailbox unavailable or access denied - <ada@far.example>"),
    "policy"
  ],
  [
    "MDaemon: a full mailbox",
    mdaemon("5.2.2", "552 5.2.2 Message for <ada@far.example> would exceed mailbox quota"),
    "mailbox_full"
  ],
  [
    "MDaemon: a valid mailbox that isn't",
    mdaemon("5.1.1", "550 <ada@far.example> is not a valid mailbox"),
    "invalid_recipient"
  ],
  [
    "Mimecast: an invalid recipient",
    mimecast("550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [abc.uk1]"),
    "invalid_recipient"
  ],
  [
    "Mimecast: an administrative limit",
    mimecast("554 Email rejected due to security policies - MCSpamSignature.sa.0.0 [abc]"),
    "policy"
  ],
  [
    "Mimecast: a DNSBL",
    mimecast(
      "550 csi.mimecast.org Poor Reputation Sender. - https://community.mimecast.com/docs/DOC-1369#550"
    ),
    "sender_refused"
  ],
  [
    "Mimecast: a manually blocked sender",
    mimecast(
      "550 Rejected by header based manually Blocked Senders: orders@shop.example - https://community.mimecast.com/docs/DOC-1369"
    ),
    "content"
  ],
  [
    "Cisco: a user that is unknown",
    ironport('<192.0.2.32 #5.0.0 smtp; 550 "Unknown User">'),
    "invalid_recipient"
  ],
  [
    "Cisco: a disabled mailbox, in a folded field",
    ironport('<192.0.2.32 #5.0.0\r\n smtp; 550 "This mailbox is\r\n disabled (554.30)">'),
    "invalid_recipient"
  ],
  [
    "Proofpoint: a user that is unknown",
    proofpoint("5.1.1", "550 5.1.1 User Unknown"),
    "invalid_recipient"
  ],
  [
    "Proofpoint: a blocked address",
    proofpoint("5.7.1", "550 5.7.0 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.9"),
    "policy"
  ],
  [
    "Proofpoint: a blocked address with a reputation",
    proofpoint(
      "5.0.0",
      "554 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.9"
    ),
    "undetermined"
  ],
  [
    "Proofpoint: DMARC",
    proofpoint("5.7.1", "550 5.7.1 Email rejected per DMARC policy for shop.example"),
    "authentication"
  ],
  [
    "Proofpoint: a Status that a rewriting server made up",
    proofpoint(
      "5.1.2",
      "550 5.0.350 Remote server returned an error -> 550 5.7.1 message blocked by content filter"
    ),
    "content"
  ],
  [
    "Barracuda: bulk mail",
    barracuda("550 5.7.1 Message content rejected, UBE, id=00000-22-225"),
    "content"
  ],
  [
    "Barracuda: an address list of its own",
    barracuda(
      "554 Service unavailable; Client host [192.0.2.9] blocked using Barracuda Reputation; https://www.barracudacentral.org/reputation"
    ),
    "blocked"
  ],
  [
    "Barracuda: an inner refusal",
    barracuda(
      "550 permanent failure for one or more recipients (ada@far.example:550 5.1.1 User unknown)"
    ),
    "invalid_recipient"
  ]
]

export const gateways: ReadonlyArray<KnownBounce> = rows.map(([name, source, verdict]) => ({
  name,
  source,
  expected: [`bounced ${verdict} ada@far.example ours`]
}))
