import { Schema } from "effect"
import type { BrokenReason, HandOver, Reply, Stage } from "./HandOver.js"

/**
 * What an outcome means for the message.
 *
 * - `accepted`: the next hop has it.
 * - `transient`: try again.
 * - `hop_refuses_us`: login, TLS, greeting or sender: the hop would refuse any message. Try again, not for long.
 * - the rest: the receiving side refuses this message for good. Only `invalid_recipient` speaks of the
 *   address itself; `unsendable` means that we couldn't even offer it.
 */
export const Verdict = Schema.Literal(
  "accepted",
  "transient",
  "hop_refuses_us",
  "invalid_recipient",
  "mailbox_full",
  "too_large",
  "policy",
  "content",
  "routing",
  "undetermined",
  "unsendable"
)
export type Verdict = typeof Verdict.Type

const byEnhanced: ReadonlyArray<readonly [pattern: RegExp, verdict: Verdict]> = [
  [/^5\.1\.(?:1|2|3|4|6|10)$/, "invalid_recipient"],
  [/^5\.1\.[78]$/, "policy"],
  [/^5\.2\.1$/, "invalid_recipient"],
  [/^5\.2\.2$/, "mailbox_full"],
  [/^5\.(?:2\.3|3\.4)$/, "too_large"],
  [/^5\.4\./, "routing"],
  [/^5\.6\./, "content"],
  [/^5\.7\./, "policy"]
]

const speaksOfPolicy = new RegExp(
  "\\b(?:block(?:ed|[ -]?list(?:ed)?)|black[ -]?list(?:ed)?|dnsbl|rbl|spamhaus|barracuda|policy|reputation|spf|dkim|dmarc)\\b" +
    "|\\b(?:ptr|rdns|reverse[ -]?dns|invalid dns|client host|ip address|(?:your|sending) (?:ip|host|server|domain))\\b" +
    "|\\b(?:rejected by|access denied|banned|not allowed to send|relay(?:ing)? (?:access )?(?:denied|not permitted))\\b" +
    // "User unknown" may be said of the sender, by receivers that verify it.
    "|\\bsender (?:address )?(?:rejected|denied|blocked|verif)",
  "i"
)
const speaksOfContent = /\b(?:spam|virus|malware|phish(?:ing)?|content rejected|message content)\b/i
const speaksOfFull =
  /\b(?:(?:over ?)?quota|(?:mail|in)box (?:is )?full|full mailbox|out of storage|(?:insufficient|exceeded) (?:disk|storage))\b/i
const speaksOfSize =
  /\b(?:(?:message|mail) (?:is )?too (?:big|large)|size exceeds|exceeds (?:the )?(?:maximum )?(?:message )?size)\b/i
const speaksOfRecipient = new RegExp(
  "(?:unknown|no such|invalid|non-?existent|unavailable|disabled|inactive|suspended|deactivated|undeliverable) (?:user|recipient|mailbox|account|address)" +
    "|(?:user|recipient|mailbox|account|address)(?: \\S+){0,6} (?:is )?(?:unknown|not found|not exist|does ?n[o']t exist|does not exist|invalid|disabled|inactive|suspended|deactivated|rejected: user)" +
    "|mailbox (?:is )?(?:unavailable|not available)" +
    "|user unknown|unknown user|no mailbox|not our customer|no longer (?:valid|available|active)",
  "i"
)

/**
 * A refusal at RCPT or after the data, by the words of its text: the codes say too little. Recipients come
 * last: "mailbox unavailable" is RFC 5321's wording of 550, for reasons of policy, too.
 */
const byWords = (text: string): Verdict | undefined => {
  if (speaksOfPolicy.test(text)) return "policy"
  if (speaksOfContent.test(text)) return "content"
  if (speaksOfFull.test(text)) return "mailbox_full"
  if (speaksOfSize.test(text)) return "too_large"
  if (speaksOfRecipient.test(text)) return "invalid_recipient"
  return undefined
}

/** "Other or undefined" (RFC 3463): says no more than the class, as generic servers do even for "user unknown". */
const isGeneric = (enhanced: string | null): boolean => enhanced === null || /^5\.[0125]\.0$/.test(enhanced)

/** Not a part of an IP address, a version or a host name; the full stop of a sentence may follow. */
const enhancedCode = /(?<![\w./])[245]\.\d{1,3}\.\d{1,3}(?!\.?\w)/g

/**
 * An enhanced code inside the remote's own words counts before the one that the reply itself carries. One of
 * another class than the reply doesn't count: both must agree (RFC 2034 4), so it speaks of something else,
 * such as what an earlier attempt had met, and a permanent refusal is never read by it.
 */
const enhancedOf = (reply: Reply): string | null =>
  [...reply.text.match(enhancedCode) ?? [], reply.enhanced].find((code) => code?.startsWith(String(reply.code).charAt(0))) ?? null

const verdictOf = (enhanced: string | null): Verdict | undefined =>
  byEnhanced.find(([pattern]) => enhanced !== null && pattern.test(enhanced))?.[1]

const classifyPermanent = (stage: Stage, reply: Reply): Verdict => {
  const enhanced = enhancedOf(reply)
  const words = byWords(reply.text)
  const coded = verdictOf(enhanced)
  // "5.2.1 disabled" is the recipient; "5.2.1 blocked by policy" is us, "5.1.1 over quota" will pass.
  if (coded === "invalid_recipient" && (words === "policy" || words === "mailbox_full")) return words
  if (coded !== undefined) return coded
  const canNameRecipient = isGeneric(enhanced) && [550, 551, 553].includes(reply.code) && stage === "rcpt"
  const told = words === "invalid_recipient" && !canNameRecipient ? undefined : words
  const untold = reply.code !== 552 ? "undetermined" : stage === "rcpt" ? "mailbox_full" : "too_large"
  return told ?? untold
}

/** Stages that come before anything about this message's recipient was said. */
const isAboutUs = (stage: Stage): boolean => stage !== "rcpt" && stage !== "data" && stage !== "end_of_data"

/** The answer to the SIZE that we gave with MAIL FROM (RFC 1870 6.1): about this message, not about us. */
const refusesSize = (stage: Stage, reply: Reply): boolean => {
  const enhanced = enhancedOf(reply)
  return stage === "mail" && (verdictOf(enhanced) === "too_large" || (reply.code === 552 && isGeneric(enhanced)))
}

/** Replies that concern the login wherever they come (RFC 4954): a relay that asks for AUTH says so at MAIL or RCPT. */
const asksForLogin: ReadonlySet<number> = new Set([530, 534, 535, 538])

const classifyReply = (stage: Stage, reply: Reply): Verdict => {
  if (asksForLogin.has(reply.code)) return "hop_refuses_us"
  if (reply.code < 500 || reply.code === 503) return "transient"
  if (isAboutUs(stage) && !refusesSize(stage, reply)) return "hop_refuses_us"
  return classifyPermanent(stage, reply)
}

/** Only composing is our own failure; the others are limits of the receiving side (RFC 1870, RFC 6531 3.5). */
const unsendable = { composition: "unsendable", size: "too_large", smtputf8: "undetermined" } as const

const refusesUs: ReadonlySet<BrokenReason> = new Set(["tls", "certificate", "policy", "no_login"])

/** Reads an outcome. Total, pure, and the only place where replies are interpreted. */
export const classify = (outcome: HandOver): Verdict => {
  switch (outcome._tag) {
    case "Accepted":
      return "accepted"
    case "Refused":
      return classifyReply(outcome.stage, outcome.reply)
    case "Broken":
      return refusesUs.has(outcome.reason) ? "hop_refuses_us" : "transient"
    case "Unsendable":
      return unsendable[outcome.reason]
  }
}
