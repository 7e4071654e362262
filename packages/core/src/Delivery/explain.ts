import type { Verdict } from "./classify.js"
import type { BrokenReason, HandOver, Stage } from "./HandOver.js"

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

const reasons: Readonly<Record<BrokenReason, string>> = {
  dns: "The mail server's name could not be resolved",
  refused: "The mail server refused the connection",
  reset: "The connection was lost",
  timeout: "The mail server did not answer in time",
  tls: "TLS could not be set up with the mail server",
  certificate: "The mail server's certificate is not valid for it",
  protocol: "The mail server answered with something that is not SMTP",
  policy: "The network policy (TELEMARK_ALLOW_NETWORKS) does not allow the mail server's address",
  no_login: "The mail server offers no login, which is needed",
  resting: "The mail server had refused mail before and was not asked again",
  internal: "Telemark itself failed, as its log tells,"
}

const verdicts: Readonly<Partial<Record<Verdict, string>>> = {
  invalid_recipient: "The recipient's address does not exist or takes no mail.",
  mailbox_full: "The recipient's mailbox is full.",
  too_large: "The message is too large for the mail server.",
  policy: "The receiving side refuses mail from this sender or server by policy.",
  content: "The receiving side refuses the content of the message.",
  routing: "The receiving side can't route mail to this recipient.",
  undetermined: "The receiving side refused the message for good."
}

const unsendable = {
  composition: "The message could not be composed.",
  size: "The message is larger than the mail server takes.",
  smtputf8: "5.6.7 The recipient's address needs SMTPUTF8, which the mail server does not offer."
} as const

const plain = (outcome: HandOver, verdict: Verdict): string | null => {
  switch (outcome._tag) {
    case "Accepted":
      return null
    case "Refused":
      return verdicts[verdict] ??
        `The mail server ${verdict === "transient" ? "refused the message for now" : "refuses to work for us"} ${stages[outcome.stage]}.`
    case "Broken":
      return `${reasons[outcome.reason]} ${stages[outcome.stage]}.${
        outcome.ambiguous ? " The whole message was out by then: it may have been taken, and the next attempt may repeat it with the same Message-ID." : ""
      }`
    case "Unsendable":
      return unsendable[outcome.reason]
  }
}

/** One sentence for people: what went wrong, and that it was given up if it was. Null if nothing went wrong. */
export const explain = (outcome: HandOver, verdict: Verdict, gaveUp: boolean): string | null => {
  const sentence = plain(outcome, verdict)
  return sentence === null || !gaveUp ? sentence : `${sentence} Given up: no more attempts will be made.`
}
