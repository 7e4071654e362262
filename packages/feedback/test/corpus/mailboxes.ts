import { crlf, id, type KnownBounce, sentHeader } from "./message.js"

interface Provider {
  readonly from: string
  readonly subject: string
  readonly intro: string
  readonly reporter: string
  /**
   * Fields of the recipient in the provider's order: `%r` recipient, `%s` status, `%d` diagnostic.
   */
  readonly fields: string
  readonly returned: string
  readonly boundary: string
}

const notification = (
  { boundary, fields, from, intro, reporter, returned, subject }: Provider,
  recipient: string,
  status: string,
  diagnostic: string
) =>
  crlf(`From: ${from}
To: b+token@bounce.shop.example
Subject: ${subject}
Date: 23 Nov 2026 10:00:00 GMT
MIME-Version: 1.0
Content-Type: multipart/report;
 report-type=delivery-status;
 boundary=${boundary}

--${boundary.replaceAll('"', "")}
Content-Type: text/plain; charset=utf-8

${intro}

--${boundary.replaceAll('"', "")}
content-type: Message/Delivery-Status

${reporter}

${fields.replace("%r", recipient).replace("%s", status).replace("%d", diagnostic)}

--${boundary.replaceAll('"', "")}
Content-Type: ${returned}

${sentHeader(recipient)}
--${boundary.replaceAll('"', "")}--
`)

const icloud: Provider = {
  from: "Internet Mail Delivery <postmaster@mac.example>",
  subject: "Delivery Notification: Delivery has failed",
  intro:
    "This report relates to a message you sent with the following header fields:\n\n  Message-id: <x@y>\n\nYour message cannot be delivered to the following recipients:",
  reporter: `Original-envelope-id: ${id}\nReporting-MTA: dns;st11p00im.me.example (tcp-daemon)\nArrival-date: Mon, 23 Nov 2026 09:59:59 +0000 (GMT)`,
  fields:
    "Original-recipient: rfc822;%r\nFinal-recipient: rfc822;%r\nAction: failed\nStatus: %s (Remote SMTP server has rejected address)\nRemote-MTA: dns;mx.far.example\n (TCP|17.58.63.1|25|198.51.100.1|25)\nDiagnostic-code: smtp;%d",
  returned: "TEXT/RFC822-HEADERS",
  boundary: '"Boundary_(ID_vQ2HCnyR)"'
}

const gmx: Provider = {
  from: '"GMX Mailer Daemon" <mailer-daemon@gmx.net>',
  subject: "Mail delivery failed: returning message to sender",
  intro:
    "This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of\nits recipients. This is a permanent error.",
  reporter: "Reporting-MTA: dns; mout.gmx.net",
  fields: "Final-Recipient: rfc822; <%r>\nDiagnostic-Code: smtp; %d\nAction: failed\nStatus: %s",
  returned: "text/rfc822-headers",
  boundary: "=-gmx-1"
}

const yandex: Provider = {
  from: "mailer-daemon@yandex.ru",
  subject: "=?utf-8?B?0J3QtdC00L7RgdGC0LDQstC70LXQvdC90L7QtSDRgdC+0L7QsdGJ0LXQvdC40LU=?=",
  intro:
    "Это письмо отправлено почтовым сервером yandex.ru.\n\nК сожалению, мы вынуждены сообщить Вам о том, что Ваше письмо не может\nбыть отправлено одному или нескольким адресатам.",
  reporter: `Reporting-MTA: dns; forward501a.mail.yandex.net\nX-Yandex-Queue-ID: 41AB0\nX-Yandex-Sender: rfc822; b+token@bounce.shop.example\nArrival-Date: Mon, 23 Nov 2026 13:00:00 +0300 (MSK)`,
  fields:
    "Final-Recipient: rfc822; %r\nOriginal-Recipient: rfc822;%r\nAction: failed\nStatus: %s\nRemote-MTA: dns; mx.far.example\nDiagnostic-Code: smtp; %d",
  returned: "message/rfc822",
  boundary: '"41AB0.1763892000/forward501a.mail.yandex.net"'
}

const mailRu: Provider = {
  from: "mailer-daemon@corp.mail.example (=?utf-8?B?TWFpbC5SdQ==?=)",
  subject: "Mail failure.",
  intro:
    "Это письмо создано автоматически\nсервером Mail.Ru, отвечать на него не\nнужно.\n\nК сожалению, Ваше письмо не может\nбыть доставлено одному или нескольким\nполучателям:",
  reporter: "Reporting-MTA: dns; f333.i.mail.example",
  fields:
    "Action: failed\nFinal-Recipient: rfc822;%r\nStatus: %s\nRemote-MTA: dns; mx.far.example\nDiagnostic-Code: smtp; %d",
  returned: "message/rfc822",
  boundary: '"alt-mailru-77"'
}

const yahoo: Provider = {
  from: "MAILER-DAEMON@yahoo.example",
  subject: "Failure Notice",
  intro: "Sorry, we were unable to deliver your message to the following address.",
  reporter: "Reporting-MTA: dns; sonic302.consmr.mail.yahoo.example",
  fields: "Final-Recipient: rfc822; %r\nStatus: %s\nAction: Failed\nDiagnostic-Code: SMTP; %d",
  returned: "message/rfc822",
  boundary: "yh-0011"
}

const zimbra: Provider = {
  from: "MAILER-DAEMON@zimbra.far.example (Mail Delivery System)",
  subject: "Undelivered Mail Returned to Sender",
  intro:
    "This is the mail system at host zimbra.far.example.\n\n<ada@far.example>: 554 5.2.2 Over quota (in reply to RCPT TO command)",
  reporter:
    "Reporting-MTA: dns; zimbra.far.example\nX-Postfix-Queue-ID: 9C1\nX-Postfix-Sender: rfc822; b+token@bounce.shop.example",
  fields:
    "Final-Recipient: rfc822; %r\nOriginal-Recipient: rfc822;%r\nAction: failed\nStatus: %s\nRemote-MTA: dns; zimbra.far.example\nDiagnostic-Code: smtp; %d",
  returned: "message/rfc822",
  boundary: '"9C1.1/zimbra"'
}

const proton: Provider = {
  ...zimbra,
  from: "MAILER-DAEMON@protonmail.example",
  intro: "This is the mail system at host mail.proton.example."
}

const rows: ReadonlyArray<
  readonly [string, Provider, status: string, diagnostic: string, verdict: string]
> = [
  [
    "iCloud: an unknown alias",
    icloud,
    "5.1.1",
    "550 5.1.1 unknown or illegal alias: ada@far.example",
    "invalid_recipient"
  ],
  [
    "iCloud: over quota",
    icloud,
    "5.2.2",
    "552 5.2.2 <ada@far.example>: user is over quota",
    "mailbox_full"
  ],
  [
    "iCloud: a local policy",
    icloud,
    "5.7.1",
    "554 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137",
    "policy"
  ],
  [
    "iCloud: no longer on the server",
    icloud,
    "5.1.6",
    "550 5.1.6 recipient no longer on server: ada@far.example",
    "invalid_recipient"
  ],
  [
    "iCloud: DMARC",
    icloud,
    "5.7.1",
    "554 5.7.1 [HME1] This message was rejected due to the current administrative policy by the destination server. DMARC",
    "authentication"
  ],
  [
    "GMX: a mailbox that is unavailable",
    gmx,
    "5.0.0",
    "550 Requested action not taken: mailbox unavailable\n For explanation visit https://postmaster.gmx.net/en/case?c=r0101&i=ip&v=1",
    "invalid_recipient"
  ],
  [
    "GMX: our DNS",
    gmx,
    "5.0.0",
    "550-Requested action not taken: mailbox unavailable\n 550 invalid DNS MX or A/AAAA resource record",
    "blocked"
  ],
  [
    "GMX: our policy record",
    gmx,
    "5.0.0",
    "550 Requested action not taken: mailbox unavailable Reject due to SPF policy",
    "authentication"
  ],
  [
    "GMX: a policy after the data",
    gmx,
    "5.0.0",
    "554 Transaction failed Reject due to policy restrictions.",
    "policy"
  ],
  [
    "GMX: a full mailbox",
    gmx,
    "5.2.2",
    "552-Requested mail action aborted: exceeded storage allocation\n 552 Quota exceeded.",
    "mailbox_full"
  ],
  ["Yandex: no such user", yandex, "5.7.1", "550 5.7.1 No such user!", "invalid_recipient"],
  [
    "Yandex: spam",
    yandex,
    "5.7.1",
    "554 5.7.1 [1] Message rejected under suspicion of SPAM; https://ya.cc/1IrBc",
    "content"
  ],
  [
    "Yandex: a list of its own",
    yandex,
    "5.7.1",
    "554 5.7.1 Service unavailable; Client host [192.0.2.9] blocked by spam statistics",
    "blocked"
  ],
  [
    "Yandex: a full mailbox",
    yandex,
    "5.2.2",
    "552 5.2.2 Mailbox is full / Blocks limit exceeded / Inode limit exceeded",
    "mailbox_full"
  ],
  [
    "Mail.ru: an invalid mailbox",
    mailRu,
    "5.0.0",
    "550 Message was not accepted -- invalid mailbox. Local mailbox ada@far.example is unavailable: user not found",
    "invalid_recipient"
  ],
  [
    "Mail.ru: spam",
    mailRu,
    "5.0.0",
    "550 spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=1",
    "content"
  ],
  [
    "Mail.ru: a disabled account",
    mailRu,
    "5.2.1",
    "550 Message was not accepted -- invalid mailbox. Local mailbox ada@far.example is unavailable: account is disabled",
    "invalid_recipient"
  ],
  [
    "Mail.ru: words in Russian",
    mailRu,
    "5.1.1",
    "550 Нет такого пользователя",
    "invalid_recipient"
  ],
  [
    "Yahoo: no such account",
    yahoo,
    "5.0.0",
    "554 delivery error: dd This user doesn't have a yahoo.com account (ada@far.example) [0] - mta1224.mail.gq1.yahoo.com",
    "invalid_recipient"
  ],
  [
    "Yahoo: a policy",
    yahoo,
    "5.7.9",
    "554 5.7.9 Message not accepted for policy reasons. See https://senders.yahooinc.com/error-codes",
    "policy"
  ],
  [
    "Yahoo: too much mail until the time ran out",
    yahoo,
    "4.7.0",
    "421 4.7.0 [TSS04] Messages from 192.0.2.9 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1",
    "transient"
  ],
  [
    "Yahoo: a mailbox that is disabled",
    yahoo,
    "5.0.0",
    "554 30 Sorry, your message to ada@far.example cannot be delivered. This mailbox is disabled (554.30).",
    "invalid_recipient"
  ],
  [
    "Yahoo: a missing authentication",
    yahoo,
    "5.7.9",
    "550 5.7.9 This mail has been blocked because the sender is unauthenticated. Yahoo requires all senders to authenticate with either SPF or DKIM.",
    "authentication"
  ],
  ["Zimbra: over quota", zimbra, "5.2.2", "554 5.2.2 Over quota", "mailbox_full"],
  [
    "Zimbra: an account that doesn't exist",
    zimbra,
    "5.1.1",
    "550 5.1.1 <ada@far.example>: Recipient address rejected: far.example",
    "invalid_recipient"
  ],
  [
    "Zimbra: a locked account",
    zimbra,
    "5.1.1",
    "550 5.1.1 <ada@far.example>: Recipient address rejected: account is locked",
    "recipient_refused"
  ],
  [
    "Proton: an address that doesn't exist",
    proton,
    "5.1.1",
    "550 5.1.1 <ada@far.example>: Recipient address rejected: Address does not exist",
    "invalid_recipient"
  ],
  [
    "Proton: a block",
    proton,
    "5.7.1",
    "554 5.7.1 Email rejected: IP 192.0.2.9 is listed on our blocklist",
    "blocked"
  ]
]

export const mailboxes: ReadonlyArray<KnownBounce> = rows.map(
  ([name, provider, status, diagnostic, verdict]) => ({
    name,
    source: notification(provider, "ada@far.example", status, diagnostic).replaceAll(
      "%r",
      "ada@far.example"
    ),
    expected: [`bounced ${verdict} ada@far.example ours`]
  })
)
