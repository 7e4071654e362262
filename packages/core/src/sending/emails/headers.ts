import { withoutControls } from "@telemark/contract"
import type { HeaderField } from "../../delivery/message/Message.js"

interface ReservedFields {
  /** In lower case. A final `*` matches any suffix. */
  readonly names: ReadonlyArray<string>
  readonly reason: string
}

/**
 * Header fields that are left out of mail if a caller gives them: fields that the service or
 * receiving systems write, and fields that a relay takes as instructions. Several tenants may share
 * a relay's account: with these, a tenant could add recipients past quota and suppressions, change
 * the sending addresses, or forge the ids by which the relay reports bounces and complaints. Fields
 * that only describe a mail are kept, such as `List-*`, `Precedence`, `Auto-Submitted`,
 * `X-Priority`, `X-Mailer`, `X-Entity-Ref-ID` and any `X-` field that no provider is known to read.
 */
export const reservedFields: ReadonlyArray<ReservedFields> = [
  {
    names: [
      "from",
      "sender",
      "to",
      "cc",
      "bcc",
      "subject",
      "date",
      "message-id",
      "mime-version",
      "content-*"
    ],
    reason: "RFC 5322 3.6, RFC 2045 3: the service writes them from the request"
  },
  {
    names: ["feedback-id", "x-telemark-*"],
    reason: "the service's own ids, by which feedback finds its mail"
  },
  {
    names: ["dkim-signature", "x-google-dkim-signature"],
    reason: "RFC 6376 3.5, Gmail: signatures, which only the service makes"
  },
  { names: ["domainkey-signature"], reason: "RFC 4870 3.3: signatures of DomainKeys" },
  {
    names: ["return-path", "received", "resent-*"],
    reason: "RFC 5321 4.4, RFC 5322 3.6.6: trace fields; `sendmail -t` also sends to Resent-To"
  },
  {
    names: ["delivered-to", "x-original-to"],
    reason: "Postfix, qmail: a mail that already names the recipient there is taken for a loop"
  },
  {
    names: ["authentication-results", "received-spf", "arc-*"],
    reason: "RFC 8601 5, RFC 7208 9.1, RFC 8617: verdicts of receiving systems"
  },
  {
    names: ["apparently-to", "x-envelope-*"],
    reason:
      "Sendmail and others: recipients and sender of the envelope, where it is taken from the head"
  },
  {
    names: ["errors-to"],
    reason: "Sendmail: where errors are reported to, in place of the return path"
  },
  {
    names: ["x-ms-exchange-organization-*", "x-ms-exchange-crosstenant-*"],
    reason:
      "Exchange: verdicts and instructions inside an organization, such as the spam confidence level"
  },
  {
    names: ["x-ses-*"],
    reason: "Amazon SES: configuration set, tags, the identity that is sent for"
  },
  {
    names: ["x-smtpapi*"],
    reason: "SendGrid: recipients, pool of addresses, suppression groups, ids of feedback"
  },
  {
    names: ["x-mailgun-*"],
    reason: "Mailgun: variables by recipient, test mode, time of delivery, ids of feedback"
  },
  { names: ["x-pm-*"], reason: "Postmark: message stream, tags, ids of feedback" },
  {
    names: ["x-mc-*"],
    reason: "Mandrill: blind copy, subaccount, pool of addresses, template, time of delivery"
  },
  {
    names: ["x-msys-*"],
    reason:
      "SparkPost: X-MSYS-API adds copies and blind copies, skips suppressions and chooses the pool of addresses"
  },
  {
    names: ["x-mj-*", "x-mailjet-*"],
    reason: "Mailjet: template, campaign, priority, tracking, ids of feedback"
  },
  {
    names: ["x-mailin-*", "x-sib-*", "sender.ip", "idempotencykey"],
    reason:
      "Brevo: ids of feedback, tags, sandbox, the address that mail is sent from, mail that is dropped as a repetition"
  },
  {
    names: ["x-elasticemail-*"],
    reason: "Elastic Email: settings of the account, ids of feedback"
  },
  { names: ["x-mt-*"], reason: "Mailtrap: category, template and variables" },
  { names: ["x-mailersend-*"], reason: "MailerSend: template and tags" },
  {
    names: ["resend-*"],
    reason: "Resend: Resend-Idempotency-Key drops mail as a repetition, also that of another tenant"
  },
  { names: ["x-smtpeter-*"], reason: "SMTPeter: tracking, tags, hosting of images" },
  { names: ["x-postal-*"], reason: "Postal: tags and tracking" },
  { names: ["x-xsmessageid", "x-xsmailingid"], reason: "SocketLabs: ids of feedback" }
]

const all = reservedFields.flatMap(({ names }) => names)
const exact: ReadonlySet<string> = new Set(all.filter((name) => !name.endsWith("*")))
const prefixes = all.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1))

/** A complete mail has these itself. */
const ofWholeMail =
  /^(?:from|to|cc|subject|date|message-id|mime-version|content-.*|(?:x-google-)?dkim-signature|domainkey-signature|received)$/i

/** Whether a complete mail may not have the field. */
export const isReservedInRaw = (name: string): boolean =>
  !ofWholeMail.test(name) && isReservedField(name)

const isReservedField = (name: string): boolean => {
  const folded = name.toLowerCase()
  return exact.has(folded) || prefixes.some((prefix) => folded.startsWith(prefix))
}

export const selectHeaders = (
  headers: Readonly<Record<string, string>>
): { readonly kept: ReadonlyArray<HeaderField>; readonly dropped: ReadonlyArray<string> } => {
  const fields = Object.entries(headers)
  return {
    kept: fields
      .filter(([name]) => !isReservedField(name))
      .map(([name, value]) => [name, withoutControls(value).trim()]),
    dropped: fields.filter(([name]) => isReservedField(name)).map(([name]) => name)
  }
}

/**
 * Asks receivers not to answer by machine: RFC 3834 5, and what Exchange reads instead. Not `All`,
 * which asks Exchange for no non-delivery reports either.
 */
const automatic: ReadonlyArray<HeaderField> = [
  ["Auto-Submitted", "auto-generated"],
  ["X-Auto-Response-Suppress", "OOF, AutoReply"]
]

/** Without those that the caller gives. Who gives Auto-Submitted decides about both. */
export const automaticFields = (given: ReadonlyArray<HeaderField>): ReadonlyArray<HeaderField> => {
  const names = given.map(([name]) => name.toLowerCase())
  return names.includes("auto-submitted")
    ? []
    : automatic.filter(([name]) => !names.includes(name.toLowerCase()))
}
