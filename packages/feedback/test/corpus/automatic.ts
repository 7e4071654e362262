import { type KnownBounce } from "./message.js"

const mail = (
  header: string,
  text = "I am away and will answer later. Error 550 5.1.1 is my favourite number."
) =>
  `To: b+token@bounce.shop.example\nDate: Mon, 23 Nov 2026 10:00:00 +0000\n${header}\n\n${text}\n`
const ignored = ["ignored automatic_reply"]

export const automatic: ReadonlyArray<KnownBounce> = [
  {
    name: "a vacation notice (RFC 5230)",
    source: mail(
      "Return-Path: <>\nFrom: Ada <ada@far.example>\nAuto-Submitted: auto-replied (vacation)\nSubject: Auto: Your order"
    ),
    expected: ignored
  },
  {
    name: "an out-of-office reply of Exchange's to a subject about a failed delivery",
    source: mail(
      "Return-Path: <>\nFrom: Ada <ada@far.example>\nAuto-Submitted: auto-generated\nX-Auto-Response-Suppress: All\nSubject: Automatic reply: Undeliverable mail returned"
    ),
    expected: ignored
  },
  {
    name: "a German one by its subject alone",
    source: mail(
      "From: Ada <ada@far.example>\nSubject: =?utf-8?Q?Automatische_Antwort=3A_Ihre_Bestellung?="
    ),
    expected: ignored
  },
  {
    name: "a Japanese one",
    source: mail("From: ada@far.example\nSubject: =?utf-8?B?6Ieq5YuV6L+U5L+hOiBZb3VyIG9yZGVy?="),
    expected: ignored
  },
  {
    name: "an autoresponder by X-Autoreply",
    source: mail(
      "Return-Path: <>\nFrom: ada@far.example\nX-Autoreply: yes\nSubject: Re: Your order"
    ),
    expected: ignored
  },
  {
    name: "an autoresponder by X-Autorespond",
    source: mail(
      "From: ada@far.example\nX-Autorespond: Your order\nPrecedence: bulk\nSubject: Re: Your order"
    ),
    expected: ignored
  },
  {
    name: "an autoresponder by Precedence",
    source: mail("From: ada@far.example\nPrecedence: auto_reply\nSubject: Thank you"),
    expected: ignored
  },
  {
    name: "a ticket system",
    source: mail(
      "From: support@far.example\nAuto-Submitted: auto-generated\nSubject: [#123] We got your message"
    ),
    expected: ignored
  },
  {
    name: "a read receipt",
    source: mail(
      "From: ada@far.example\nSubject: Read: Your order\nContent-Type: multipart/report; report-type=disposition-notification; boundary=m",
      "--m\n\nIt was read.\n--m\nContent-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; ada@far.example\nDisposition: manual-action/MDN-sent-manually; displayed\n\n--m--"
    ),
    expected: ["ignored receipt"]
  },
  {
    name: "a person's answer",
    source: mail(
      "From: Ada <ada@far.example>\nAuto-Submitted: no\nSubject: Re: Your order",
      "Thanks, it came!"
    ),
    expected: ["unknown"]
  },
  {
    name: "a postmaster's letter",
    source: mail(
      "From: Postmaster <postmaster@far.example>\nSubject: Your mail server",
      "Your server said 550 5.7.1 to us."
    ),
    expected: ["unknown"]
  },
  { name: "an empty message", source: "", expected: ["unknown"] }
]
