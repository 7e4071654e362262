// Long, since it is a table of messages.
import { base64, crlf, id, type KnownBounce, sentHeader } from "./message.js"

interface Prose {
  readonly header: string
  readonly text: string
  readonly crlf?: boolean
}

const plain = ({ header, text }: Prose) => `${header}\n\n${text}\n`
const daemon = (subject: string, from = "MAILER-DAEMON@far.example") =>
  `Return-Path: <>\nFrom: ${from}\nTo: b+token@bounce.shop.example\nDate: Mon, 23 Nov 2026 10:00:00 +0000\nSubject: ${subject}`

const qmail = (paragraph: string) =>
  plain({
    header: daemon("failure notice"),
    text: `Hi. This is the qmail-send program at far.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

${paragraph}

--- Below this line is a copy of the message.

Return-Path: <b+token@bounce.shop.example>
${sentHeader("ada@far.example")}
Hello`
  })

const exim = (said: string, subject = "Mail delivery failed: returning message to sender") =>
  crlf(
    plain({
      header: `X-Failed-Recipients: ada@far.example\nAuto-Submitted: auto-replied\nFrom: Mail Delivery System <Mailer-Daemon@relay.example>\nTo: b+token@bounce.shop.example\nSubject: ${subject}\nDate: Mon, 23 Nov 2026 10:00:00 +0000`,
      text: `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ada@far.example
${said}

------ This is a copy of the message, including all the headers. ------

${sentHeader("ada@far.example")}
Hello`
    })
  )

export const prose: ReadonlyArray<KnownBounce> = [
  {
    name: "qmail: its own unknown user",
    source: qmail("<ada@far.example>:\nSorry, no mailbox here by that name. (#5.1.1)"),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "qmail: a recipient that another server doesn't like",
    source: qmail(
      "<ada@far.example>:\n198.51.100.7 does not like recipient.\nRemote host said: 550 5.1.1 <ada@far.example>: User unknown\nGiving up on 198.51.100.7."
    ),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "qmail: a refusal after the message",
    source: qmail(
      "<ada@far.example>:\n198.51.100.7 failed after I sent the message.\nRemote host said: 550 User unknown"
    ),
    expected: ["bounced recipient_refused ada@far.example ours"]
  },
  {
    name: "qmail: a full mailbox",
    source: qmail(
      "<ada@far.example>:\nThe users mailfolder is over the allowed quota (size). (#5.2.2)"
    ),
    expected: ["bounced mailbox_full ada@far.example ours"]
  },
  {
    name: "qmail: no host of that name",
    source: qmail(
      "<ada@gone.example>:\nSorry, I couldn't find any host named gone.example. (#5.1.2)"
    ),
    expected: ["bounced invalid_recipient ada@gone.example ours"]
  },
  {
    name: "qmail: a week in the queue",
    source: qmail(
      "<ada@far.example>:\nSorry, I wasn't able to establish an SMTP connection. (#4.4.1)\nI'm not going to try again; this message has been in the queue too long."
    ),
    expected: ["bounced transient ada@far.example ours"]
  },
  {
    name: "qmail: nothing but words",
    source: qmail("<ada@far.example>:\nThe letter was lost."),
    expected: ["unknown"]
  },
  {
    name: "Exim: a refusal after RCPT",
    source: exim(
      "    host mx.far.example [198.51.100.20]\n    SMTP error from remote mail server after RCPT TO:<ada@far.example>:\n    550 5.1.1 <ada@far.example> User unknown"
    ),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "Exim: a refusal after the data, in prose",
    source: exim(
      "    SMTP error from remote mail server after end of data:\n    554 5.7.1 Message contains spam or virus"
    ),
    expected: ["bounced content ada@far.example ours"]
  },
  {
    name: "Exim: a reply of several lines",
    source: exim(
      "    SMTP error from remote mail server after RCPT TO:<ada@far.example>:\n    550-Requested action not taken: mailbox unavailable\n    550 invalid DNS MX or A/AAAA resource record"
    ),
    expected: ["bounced blocked ada@far.example ours"]
  },
  {
    name: "Exim: a warning",
    source: exim(
      "    host mx.far.example [198.51.100.20]: 451 4.7.1 Greylisting in action",
      "Warning: message 1tEh2x-000abc-1A delayed 24 hours"
    ),
    expected: ["deferred ada@far.example ours"]
  },
  { name: "Exim: no code", source: exim("    Unrouteable address"), expected: ["unknown"] },
  {
    name: "Exim: several failed recipients",
    source: exim("    550 5.2.2 mailbox full").replace(
      "X-Failed-Recipients: ada@far.example",
      "X-Failed-Recipients: ada@far.example, bob@far.example"
    ),
    expected: [
      "bounced mailbox_full ada@far.example ours",
      "bounced mailbox_full bob@far.example ours"
    ]
  },
  {
    name: "Exchange 2003: prose with a code in angle brackets",
    source: crlf(
      plain({
        header: daemon(
          "Undeliverable: Your order",
          '"System Administrator" <postmaster@far.example>'
        ),
        text: `Your message

  To:      ada@far.example
  Subject: Your order
  Sent:    Mon, 23 Nov 2026 10:00:00 +0000

did not reach the following recipient(s):

ada@far.example on Mon, 23 Nov 2026 10:00:02 +0000
    The e-mail account does not exist at the organization this message was sent to.  Check the e-mail address, or contact the recipient directly to find out the correct address.
    <mail.far.example #5.1.1 smtp;550 5.1.1 <ada@far.example>... User unknown>`
      })
    ),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "Exchange: HTML only, with the remote server's reply",
    source:
      crlf(`${daemon("Undeliverable: Your order", "Microsoft Outlook <postmaster@far.example>")}
In-Reply-To: <${id}@shop.example>
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: base64

${base64('<html><head><style>p { width: 550px } /* 5.1.1 */</style></head><body><p>Delivery has failed to these recipients or groups:</p><p><a href="mailto:ada@far.example">ada@far.example</a><br>Your message can&#39;t be delivered.</p><p>Diagnostic information for administrators:<br>ada@far.example<br>Remote Server returned &#39;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup&#39;</p></body></html>')}
`),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "sendmail 8.8: a transcript without a report",
    source: plain({
      header: daemon(
        "Returned mail: User unknown",
        "Mail Delivery Subsystem <MAILER-DAEMON@far.example>"
      ),
      text: `The original message was received at Mon, 23 Nov 2026 05:00:00 -0500
from shop.example [192.0.2.9]

   ----- The following addresses had permanent fatal errors -----
<ada@far.example>

   ----- Transcript of session follows -----
... while talking to mx.far.example.:
>>> RCPT To:<ada@far.example>
<<< 550 5.1.1 <ada@far.example>... User unknown
550 <ada@far.example>... User unknown

   ----- Original message follows -----

${sentHeader("ada@far.example")}`
    }),
    expected: ["bounced invalid_recipient ada@far.example ours"]
  },
  {
    name: "sendmail: a refusal of the data in a transcript",
    source: plain({
      header: daemon("Returned mail: see transcript for details"),
      text: "The original message was received at Mon, 23 Nov 2026 05:00:00 -0500\n\n   ----- Transcript of session follows -----\n>>> RCPT To:<ada@far.example>\n>>> DATA\n<<< 550 User unknown"
    }),
    expected: ["bounced recipient_refused ada@far.example none"]
  },
  {
    name: "Postfix-like text without a report",
    source: plain({
      header: daemon("Undelivered Mail Returned to Sender", "MAILER-DAEMON (Mail Delivery System)"),
      text: "This is the Postfix program at host relay.example.\n\nI'm sorry to have to inform you that your message could not be\nbe delivered to one or more recipients.\n\n<ada@far.example>: host mx.far.example[198.51.100.1] said: 552 5.2.2 Mailbox\n    full (in reply to RCPT TO command)"
    }),
    expected: ["bounced mailbox_full ada@far.example none"]
  },
  {
    name: "Postfix-like text: a sender that was refused",
    source: plain({
      header: daemon("Undelivered Mail Returned to Sender"),
      text: "This is the mail system at host relay.example.\n\n<ada@far.example>: host mx.far.example[198.51.100.1] said: 553 5.7.1\n    <b+token@bounce.shop.example>: Sender address rejected: not owned by user (in reply to MAIL FROM command)"
    }),
    expected: ["bounced sender_refused ada@far.example none"]
  },
  {
    name: "Yahoo: an old failure notice",
    source: plain({
      header: daemon("Failure Notice", "MAILER-DAEMON@yahoo.example"),
      text: "Sorry, we were unable to deliver your message to the following address.\n\n<ada@far.example>:\nRemote host said: 554 delivery error: dd This user doesn't have a yahoo.com account (ada@far.example) [0] - mta1.mail.yahoo.example [BODY]\n\n--- Below this line is a copy of the message."
    }),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "AOL: a mailer daemon's transcript",
    source: plain({
      header: daemon(
        "Returned mail: User unknown",
        "Mail Delivery Subsystem <MAILER-DAEMON@aol.example>"
      ),
      text: "The original message was received at Mon, 23 Nov 2026 05:00:00 -0500 (EST)\nfrom shop.example [192.0.2.9]\n\n*** ATTENTION ***\n\nYour e-mail is being returned to you because there was a problem with its delivery.\n\n   ----- Transcript of session follows -----\n>>> RCPT To:<ada@far.example>\n<<< 550 MAILBOX NOT FOUND"
    }),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "Lotus Domino: a delivery failure report",
    source: plain({
      header: daemon(
        "DELIVERY FAILURE: User ada (ada@far.example) not listed in Domino Directory",
        "Postmaster@far.example"
      ),
      text: "Your message\n\n  Subject: Your order\n\nwas not delivered to:\n\n  ada@far.example\n\nbecause:\n\n  550 5.1.1 User ada (ada@far.example) not listed in Domino Directory"
    }),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "German: a failure notice with a code",
    source: Buffer.from(
      plain({
        header: `${daemon("=?iso-8859-1?Q?Nachricht_konnte_nicht_zugestellt_werden?=", "postmaster@far.example")}\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit`,
        text: "Ihre Nachricht konnte f\xfcr ada@far.example nicht zugestellt werden.\n\nGrund: 550 Empf\xe4nger unbekannt"
      }),
      "latin1"
    ),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "French: a failure notice without a daemon's name",
    source: plain({
      header:
        "Return-Path: <>\nFrom: noreply@far.example\nSubject: =?utf-8?Q?=C3=89chec_de_remise_de_votre_message?=\nContent-Type: text/plain; charset=utf-8",
      text: "Votre message n'a pas pu être remis à ada@far.example.\n\nErreur : 550 5.1.1 Adresse d au moins un destinataire invalide."
    }),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "Spanish: a full mailbox",
    source: plain({
      header: daemon("Mensaje no entregado", "postmaster@far.example"),
      text: "No se pudo entregar su mensaje a ada@far.example.\n\nMotivo: 552 5.2.2 Mailbox full, buzón lleno"
    }),
    expected: ["bounced mailbox_full ada@far.example none"]
  },
  {
    name: "Russian: no such user",
    source: plain({
      header: `${daemon("=?utf-8?B?0J/QuNGB0YzQvNC+INC90LUg0LTQvtGB0YLQsNCy0LvQtdC90L4=?=", "mailer-daemon@mail.example")}\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64`,
      text: base64(
        "Ваше письмо не доставлено.\n\nada@far.example\nSMTP error: 550 Нет такого пользователя\n"
      )
    }),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "Japanese: an address that doesn't exist",
    source: plain({
      header: `${daemon("=?utf-8?B?6YCB5L+h44Gn44GN44G+44Gb44KT?=", "postmaster@docomo.example")}\nContent-Type: text/plain; charset=utf-8`,
      text: "次のあて先へのメッセージはエラーのため送信できませんでした。\n\nada@docomo.example:\n550 Unknown user ada@docomo.example"
    }),
    expected: ["bounced invalid_recipient ada@docomo.example none"]
  },
  {
    name: "Chinese: QQ's refusal",
    source: plain({
      header: `${daemon("=?utf-8?B?57O757uf6YCA5L+h?=", "PostMaster@qq.example")}\nContent-Type: text/html; charset=utf-8`,
      text: "<div>抱歉，您的邮件被退回来了。</div><table><tr><td>收件人</td><td>ada@far.example</td></tr><tr><td>退信原因</td><td>550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help</td></tr></table>"
    }),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "NetEase: a refusal for a rate",
    source: plain({
      header: daemon("系统退信/Systems bounce", "Postmaster@163.example"),
      text: "抱歉，您的邮件被退回来了……\n\n邮件发送失败 ada@far.example\nSMTP error, RCPT TO: 451 Requested mail action not taken: too much fail authentication"
    }),
    expected: ["bounced transient ada@far.example none"]
  },
  {
    name: "a gateway that wrote the report's fields into the text",
    source: plain({
      header: daemon("Mail delivery failed"),
      text: `Your message could not be delivered.\n\nReporting-MTA: dns; relay.example\n\nFinal-Recipient: rfc822; ada@far.example\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 Mailbox full\n\nMessage-ID: <${id}@shop.example>\n`
    }),
    expected: ["bounced mailbox_full ada@far.example none"]
  },
  {
    name: "InterScan: a policy, with the returned message attached",
    source: crlf(`${daemon("Mail delivery failure", "MAILER-DAEMON@imss.far.example")}
Content-Type: multipart/mixed; boundary=imss

--imss
Content-Type: text/plain; charset=us-ascii

This message was created automatically by the mail delivery system.
Recipient: <ada@far.example>
Reason: Remote host said: 554 5.7.1 Message rejected due to content policy
--imss
Content-Type: message/rfc822

${sentHeader("ada@far.example")}
--imss--
`),
    expected: ["bounced content ada@far.example ours"]
  },
  {
    name: "a rate that is no code, before the code",
    source: plain({
      header: daemon("Delivery failure"),
      text: "Your message could not be delivered to ada@far.example after 450 seconds and 5.12 hours.\nThe server 5.1.1.example on 10.5.1.1 was asked 500 times.\n\nThe response was: 550 No such user"
    }),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "a bounce whose only codes are in the returned message",
    source: plain({
      header: daemon("Delivery failure"),
      text: `Your message could not be delivered to ada@far.example.\n\n----- Original message -----\n\n${sentHeader("ada@far.example")}\n550 5.1.1 User unknown`
    }),
    expected: ["unknown"]
  },
  {
    name: "a temporary problem that was reported as a delay in prose",
    source: plain({
      header: daemon("Delayed mail: still being retried"),
      text: "This is the mail system at host relay.example.\n\nYour message has not yet been delivered. You do not need to resend it.\n\n<ada@far.example>: host mx.far.example said: 452 4.2.2 Mailbox full"
    }),
    expected: ["deferred ada@far.example none"]
  },
  {
    name: "DragonFly: blank lines within a reply to the data",
    source: crlf(
      plain({
        header:
          "From: MAILER-DAEMON <>\nTo: b+token@bounce.shop.example\nSubject: Mail delivery failed",
        text: `This is the DragonFly Mail Agent v0.13 at relay.example.\n\nThere was an error delivering your mail to <ada@far.example>.\n\nmx.far.example [198.51.100.1] did not like our final DATA:\n550-Unauthenticated email is not accepted due to the domain's\n\n550-DMARC policy. Please contact\n\n550 the administrator.\n\nMessage headers follow.\n\n${sentHeader("ada@far.example")}`
      })
    ),
    expected: ["bounced authentication ada@far.example ours"]
  },
  {
    name: "MailMarshal: recipients behind the reason, the sender before it",
    source: plain({
      header: daemon('Undeliverable Mail: "Your order"', "postmaster@far.example"),
      text: "Your message:\n   From:    b+token@bounce.shop.example\n   Subject: Your order\n\nCould not be delivered because of\n\n550 5.1.1 User unknown\n\nThe following recipients were affected: \n    ada@far.example"
    }),
    expected: ["bounced invalid_recipient ada@far.example none"]
  },
  {
    name: "GMX: an enhanced code without a reply code",
    source: plain({
      header: daemon(
        "Mail delivery failed: returning message to sender",
        "MAILER-DAEMON@mail.gmx.example"
      ),
      text: `This message was created automatically by mail delivery software.\n\n"ada@far.example":\nSMTP error from remote server after RCPT command:\nhost: mx.far.example\n5.2.2 <ada@far.example>... Mailbox Full\n\n--- The header of the original message is following. ---\n\n${sentHeader("ada@far.example")}`
    }),
    expected: ["bounced mailbox_full ada@far.example ours"]
  },
  {
    name: "a letter about a bounce, from a person",
    source: plain({
      header: "From: Bob <bob@far.example>\nReturn-Path: <bob@far.example>\nSubject: your bounces",
      text: "Hello, I keep getting 550 5.1.1 User unknown for ada@far.example."
    }),
    expected: ["unknown"]
  }
]
