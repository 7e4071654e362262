import { type SmtpOAuth2Problem, smtpOAuth2Problems } from "@telemark/contract"
import type { BrokenReason, DeliveryOutcome, UnsendableReason } from "../message/DeliveryOutcome.js"
import { formatReply, type Stage } from "../replies/Reply.js"
import type { Reading, Subject, Verdict } from "../replies/Verdict.js"

type Refused = Extract<DeliveryOutcome, { readonly _tag: "Refused" }>

/** Refusals of the login itself (RFC 4954 6, RFC 5248). */
const atLogin: Readonly<Partial<Record<number, string>>> = {
  534: "The mail server demands another kind of login; its reply says which.",
  535: "The mail server refused the user name or the password.",
  538: "The mail server takes the login over TLS only."
}

const needsTls = (text: string): boolean => /\bstarttls\b/i.test(text)

const askedFor = ({ login, reply, tls }: Refused): string => {
  // 530 also means that the server requires STARTTLS first (RFC 3207 4).
  if (needsTls(reply.text) && tls === null)
    return "The mail server takes mail over TLS only, and the connection was in clear."
  switch (login) {
    case "not_offered":
      return "The mail server asks for a login, but offers no AUTH on this connection that takes a user name and a password."
    case "not_configured":
      return "The mail server needs a login, and no user name and password are configured for it."
    default:
      return "The mail server asks for a login before it takes the message."
  }
}

const explainLogin = (outcome: DeliveryOutcome): string | undefined => {
  if (outcome._tag !== "Refused") return undefined
  const { reply, stage } = outcome
  if (reply.code === 530) return askedFor(outcome)
  if (stage !== "auth") return undefined
  return outcome.token !== undefined && reply.code >= 500
    ? smtpOAuth2Problems[outcome.token]
    : atLogin[reply.code]
}

const stages: Readonly<Record<Stage, string>> = {
  connect: "while connecting",
  greeting: "while waiting for the greeting",
  tls: "while setting up TLS",
  auth: "at the login",
  mail: "at the sender",
  rcpt: "at the recipient",
  data: "before the message was sent",
  end_of_data: "at the end of the message"
}

type OAuth2Reason = Extract<BrokenReason, `oauth2_${string}`>

const isOAuth2 = (reason: BrokenReason): reason is OAuth2Reason => reason.startsWith("oauth2_")

const reasons: Readonly<Record<Exclude<BrokenReason, OAuth2Reason>, string>> = {
  dns: "The mail server's name could not be resolved",
  refused: "The mail server refused the connection",
  reset: "The connection was lost",
  timeout: "The mail server did not answer in time",
  tls: "TLS with the mail server could not be set up",
  certificate: "The mail server's certificate is not valid for it",
  protocol: "The mail server answered with something that is not SMTP",
  policy: "The network policy (TELEMARK_ALLOW_NETWORKS) does not allow the mail server's address",
  no_login:
    "The login is needed but not offered: the mail server has no AUTH that takes the configured user name and password",
  backing_off: "The mail server had refused mail before, so Telemark stopped this attempt",
  internal: "Telemark itself failed (its log has the cause)"
}

const namesStage = (reason: BrokenReason, stage: Stage): boolean =>
  reason === "no_login" || (reason === "tls" && stage === "tls")

const verdicts: Readonly<Partial<Record<Verdict, string>>> = {
  account_refused:
    "The mail server refuses to send for our account there: it is suspended, locked or not allowed to.",
  sender_refused:
    "The mail server does not send for this sender: the address or its domain has to be allowed there first.",
  authentication:
    "The receiving side refuses mail of the sender's domain, since SPF, DKIM or DMARC did not pass.",
  invalid_recipient: "The recipient's address does not exist or takes no mail.",
  recipient_refused: "The recipient's mail server refuses this recipient.",
  mailbox_full: "The recipient's mailbox is full.",
  too_large: "The message is too large for the mail server.",
  policy: "The receiving side refuses the message by policy.",
  blocked:
    "The receiving side refuses mail from the sending IP address, because of a block list, its reputation or its reverse DNS.",
  content: "The receiving side refuses the content of the message.",
  routing: "The receiving side can't route mail to this recipient.",
  undetermined: "The receiving side refused the message permanently."
}

const limits = {
  ours: "The mail server's limit for our account or sender is reached.",
  recipients: "The recipient gets more mail at the moment than the mail server accepts."
} as const

const disbelieved =
  "The mail server refuses too many recipients with this reply, so Telemark did not suppress the address."

const forNow: Readonly<Partial<Record<Subject, string>>> = {
  sender: ", because of the sender",
  account: ", because of our account there"
}

const ofRefusal = (
  { stage }: { readonly stage: Stage },
  { about, isDisbelieved, verdict }: Reading
): string => {
  if (isDisbelieved === true) return disbelieved
  if (verdict === "limit") return limits[about === "recipient" ? "recipients" : "ours"]
  const known = verdicts[verdict]
  if (known !== undefined) return known
  return verdict === "transient"
    ? `The mail server refused the message for now ${stages[stage]}${forNow[about] ?? ""}.`
    : `The mail server refuses this service ${stages[stage]}.`
}

/** With the enhanced codes of RFC 6531 4.3, if there is one. */
const unsendable: Readonly<Record<UnsendableReason, string>> = {
  composition: "The message could not be composed.",
  size: "The message is larger than the mail server takes.",
  smtputf8_sender:
    "5.6.7 The sender's address needs SMTPUTF8, which the mail server does not offer. Send from an address in ASCII.",
  smtputf8_recipient:
    "5.6.7 The recipient's address needs SMTPUTF8, which the mail server does not offer.",
  smtputf8_header:
    "5.6.9 An address in the message's header (Reply-To, To or Cc) needs SMTPUTF8, which the mail server does not offer."
}

const plain = (outcome: DeliveryOutcome, reading: Reading): string | null => {
  switch (outcome._tag) {
    case "Accepted":
      return null
    case "Refused":
      return explainLogin(outcome) ?? ofRefusal(outcome, reading)
    case "Broken":
      if (isOAuth2(outcome.reason))
        return smtpOAuth2Problems[outcome.reason.slice("oauth2_".length) as SmtpOAuth2Problem]
      return `${reasons[outcome.reason]}${namesStage(outcome.reason, outcome.stage) ? "" : ` ${stages[outcome.stage]}`}.${
        outcome.ambiguous
          ? " The whole message had been sent by then: the server may have taken it, and the next attempt may repeat it with the same Message-ID."
          : ""
      }`
    case "Unsendable":
      return unsendable[outcome.reason]
  }
}

/**
 * One sentence for people: what went wrong, and whether it was given up. Null for an accepted
 * message.
 */
export const explainOutcome = (
  outcome: DeliveryOutcome,
  reading: Reading,
  gaveUp: boolean
): string | null => {
  const sentence = plain(outcome, reading)
  return sentence === null || !gaveUp
    ? sentence
    : `${sentence} Given up: no more attempts will be made.`
}

/** On one line; null if there was none. */
export const responseOf = (outcome: DeliveryOutcome): string | null => {
  switch (outcome._tag) {
    case "Accepted":
      return outcome.response
    case "Refused":
      return formatReply(outcome.reply)
    default:
      return null
  }
}
