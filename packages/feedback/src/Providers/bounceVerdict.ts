import { consequences, readReply, type Reply, type Verdict } from "@telemark/core"

/** A reply code, perhaps with its enhanced code (RFC 3463): not part of an IP address or a longer number. */
const replyCode = /(?<![\d.])([45][0-7]\d)(?:[ -]|$)/
const enhancedCode = /(?<![\w.])([45]\.\d{1,3}\.\d{1,3})(?!\.?\w)/

/** What follows adds nothing, and reading takes time. */
const maxReply = 500

/** The SMTP reply in a text such as `smtp; 550 5.1.1 user unknown`. A text with an enhanced code alone gets a code of its class; others are none. */
export const replyIn = (text: string | undefined): Reply | undefined => {
  const given = text?.slice(0, maxReply)
  if (given === undefined) return undefined
  const code = replyCode.exec(given)
  const enhanced = enhancedCode.exec(given)?.[1] ?? null
  if (code === null && enhanced === null) return undefined
  const number = code === null ? (enhanced?.startsWith("4") === true ? 450 : 550) : Number(code[1])
  return { code: number, enhanced, text: code === null ? given : given.slice(code.index + 3).trim() }
}

/** Verdicts of a last attempt that say nothing of a bounce: that the attempt may be repeated, or that the provider's login was refused. */
const isTelling = (verdict: Verdict): boolean => {
  const { then } = consequences[verdict]
  return then === "refused" || then === "undeliverable" || verdict === "limit"
}

/** What a reply says; undefined if it says no more than that the message was refused. */
const meaningOf = (reply: Reply | undefined): Verdict | undefined => {
  if (reply === undefined) return undefined
  const { verdict } = readReply("rcpt", reply)
  return verdict !== "undetermined" && isTelling(verdict) ? verdict : undefined
}

/** The verdict that the reply alone gives; `otherwise` if it says no more than a refusal. */
export const verdictByReply = (reply: Reply | undefined, otherwise: Verdict = "undetermined"): Verdict => meaningOf(reply) ?? otherwise

/**
 * The verdict on a bounce that the provider calls hard. Its hard bounces include refusals of content and reputation: where the reply clearly speaks
 * of something other than the recipient's address, the address isn't blamed.
 */
export const hardVerdict = (reply: Reply | undefined): Verdict => {
  const meaning = meaningOf(reply)
  // The time for attempts ran out.
  if (meaning === undefined && reply !== undefined && reply.code < 500) return "undetermined"
  return meaning === undefined || meaning === "recipient_refused" || meaning === "routing" ? "invalid_recipient" : meaning
}

/** The verdict on a bounce that the provider doesn't blame on the address: never one that suppresses it. */
export const softVerdict = (reply: Reply | undefined, otherwise: Verdict = "undetermined"): Verdict => {
  const verdict = verdictByReply(reply, otherwise)
  return verdict === "invalid_recipient" ? "recipient_refused" : verdict
}
