import { crlf, type KnownBounce, sentHeader } from "./message.js"

/** Real replies of receivers' servers, and what they mean. */
export const replies: ReadonlyArray<readonly [reply: string, verdict: string]> = [
  ["550 5.1.1 Not our Customer", "invalid_recipient"],
  [
    "550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000728",
    "invalid_recipient"
  ],
  ["550 #5.1.0 Address rejected.", "invalid_recipient"],
  [
    "550 5.2.1 <ada@orange.fr> Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416",
    "invalid_recipient"
  ],
  ["550 5.5.1 Adresse inconnue. Unknown user", "invalid_recipient"],
  ["550 5.1.1 Utente inesistente", "invalid_recipient"],
  ["550 [INTERNAL] User not found", "invalid_recipient"],
  ["550 Account closed", "invalid_recipient"],
  ["550 sorry, no mailbox here by that name (#5.1.1 - chkusr)", "invalid_recipient"],
  [
    "556 5.1.10 <ada@x.test>: Recipient address rejected: Domain x.test does not accept mail (nullMX)",
    "invalid_recipient"
  ],
  ["553 Invalid recipient kijitora@example.org (Mode: normal)", "invalid_recipient"],
  ['550 5.1.1 <"neko....nyaan...."@libsisimai.org>... User Unknown', "invalid_recipient"],
  [
    "550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 Unknown user azumakuniyuki@example.ne.jp'",
    "invalid_recipient"
  ],
  [
    "550 5.1.0 - Unknown address error '5.7.1 <0000@email-bounces.amazonses.com>... Access denied' (delivery attempts: 0)",
    "policy"
  ],
  [
    "550 5.7.1 <kijitora@example.com>: Recipient address rejected: User kijitora@example.com temporary locked. Please try again later!",
    "policy"
  ],
  ["550 5.2.2 <chatoraneko@example.jp>... Mailbox Full", "mailbox_full"],
  ["552 sorry, mailbox kijitora@example.org is over quota temporarily (#5.1.1)", "mailbox_full"],
  [
    "550 5.7.26 <authfailure@libsisimai.net>: Recipient address rejected: Multiple authentication checks failed",
    "authentication"
  ],
  [
    "550 5.7.509 Access denied, sending domain [DF.EXAMPLE.JP] does not pass DMARC verification and has a DMARC policy of reject.",
    "authentication"
  ],
  [
    "550 5.1.0 192.0.2.222 is not allowed to send from <example.net> per it's SPF Record. Please inspect your SPF settings, and try again. IB508",
    "authentication"
  ],
  [
    "554 5.7.1 <e22-33.smtp-out.amazonses.com[192.0.2.127]>: Client host rejected: blocked using mail.neko.example.com; Please see http://mail.neko.example.com/rbl/?ip=192.0.2.127",
    "blocked"
  ],
  ["550 domain [example.com] mismatches client ip 192.0.2.225.", "blocked"],
  ["554 5.7.1 [C14] Missing reverse DNS for 203.0.113.2", "blocked"],
  [
    "550 Requested action not taken: mailbox unavailable invalid DNS PTR resource record",
    "blocked"
  ],
  [
    "552 5.2.3 <exceedlimit@libsisimai.net>: Recipient address rejected: Message length exceeds administrative limit.",
    "too_large"
  ],
  [
    "554 5.3.4 <mesgtoobig@libsisimai.net>: Recipient address rejected: Message too big for system.",
    "too_large"
  ],
  [
    "550 5.7.0 <virusdetected@libsisimai.net>: Recipient address rejected: Virus detected.",
    "content"
  ],
  [
    "554 5.7.0 Reject, id=22222-22 NekoNyaan-2y:2 - SPAM. See http://neko.nyaan.example.com/block",
    "content"
  ],
  ["550 5.6.0 <contenterror@libsisimai.net>: Recipient address rejected: Media error.", "content"],
  ["550 5.7.0 Local Policy Violation (in reply to end of DATA command)", "policy"],
  ["501 5.1.8 Sender address rejected'", "sender_refused"],
  [
    "550 5.1.0 <shop@a.com>: Sender address rejected: User unknown in virtual mailbox table",
    "sender_refused"
  ],
  ["550 5.7.1 Unable to relay for x@y.z", "account_refused"],
  [
    "550 5.1.0 <b@x.test> Your email was rejected for having too many invalid recipients. Check your outgoing email list",
    "limit"
  ],
  ["550 5.2.122 the recipient has exceeded their limit for", "limit"],
  ["421 4.4.2 Connection timed out>", "transient"],
  ["451 4.7.500 server busy. please try again later from", "transient"],
  ["550 5.4.316 Message expired, connection refused(Socket error code 10061)", "routing"],
  ["550 Unknown user kijitora@example.net (in reply to end of DATA command)", "recipient_refused"]
]

/**
 * Plain text first, or none; the report before or behind the returned message; with and without a
 * charset: none as RFC 3464's examples.
 */
const shapes: ReadonlyArray<(reply: string, status: string) => string> = [
  (
    reply,
    status
  ) => `From: MAILER-DAEMON@relay.example\nSubject: Returned mail\nDate: Mon, 23 Nov 2026 10:00:00 +0000\nContent-Type: multipart/report; boundary=one; report-type=delivery-status\n
--one\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; relay.example\n
Status: ${status}\nAction: failed\nFinal-Recipient: rfc822; ada@far.example\nDiagnostic-Code: smtp; ${reply}\n
--one\nContent-Type: message/rfc822\n\n${sentHeader("ada@far.example")}\nHi\n--one--\n`,
  (
    reply,
    status
  ) => `Content-Type: multipart/report; report-type="delivery-status";\n\tboundary="two (2)"\nTo: b+token@bounce.shop.example\nFrom: postmaster@relay.example\n
preamble\n--two (2)\n\nIt failed.\n--two (2)\nContent-Type: text/rfc822-headers; charset=utf-8\n\n${sentHeader("ada@far.example")}
--two (2)\nContent-Type: message/delivery-status; charset=us-ascii; name="status.txt"\nContent-Disposition: attachment; filename="status.txt"\n
Arrival-Date: Mon, 23 Nov 2026 10:00:00 +0000\nReporting-MTA: smtp; relay.example\n\nOriginal-Recipient: rfc822; ada@far.example\nFinal-Recipient: rfc822; box17@inner.example\nAction: FAILED\nStatus: ${status}\nDiagnostic-Code: smtp;${reply.replace(/ /, "\n\t")}\n
--two (2)--\nepilogue\n`,
  (
    reply,
    status
  ) => `Subject: Undeliverable\nFrom: Mail System <postmaster@relay.example>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=outer\n
--outer\nContent-Type: multipart/report; report-type=delivery-status; boundary=inner\n
--inner\nContent-Type: text/plain; charset=iso-8859-15\nContent-Transfer-Encoding: quoted-printable\n\nVotre message n'a pas =E9t=E9 remis.\n--inner\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: quoted-printable\n
Reporting-MTA: dns;=\n relay.example\n\nFinal-Recipient: rfc822; ada@far.example (Ada)\nAction: failed (no further attempts)\nStatus: ${status} (see below)\nDiagnostic-Code: smtp; ${reply.replaceAll("=", "=3D")}\n
--inner\nContent-Type: message/rfc822\n\n${sentHeader("ada@far.example")}\n--inner--\n--outer\nContent-Type: text/plain\n\n-- \nList footer\n--outer--\n`
]

const statusOf = (reply: string): string =>
  /[245]\.\d{1,3}\.\d{1,3}/.exec(reply)?.[0] ?? `${reply.charAt(0)}.0.0`

export const realReplies: ReadonlyArray<KnownBounce> = replies.map(([reply, verdict], index) => ({
  name: `a real reply: ${reply.slice(0, 90)}`,
  source: crlf(shapes[index % shapes.length]!(reply, statusOf(reply))),
  expected: [`bounced ${verdict} ada@far.example ours`]
}))
