import { consequences, readReply, type Reply, type Verdict } from "@telemark/core"
import { findReply } from "../bounces/findReply.js"

/** What follows adds nothing, and reading takes time. */
const maxReply = 500

/** Such as `smtp; 550 5.1.1 user unknown`. */
export const replyIn = (text: string | undefined): Reply | undefined =>
  text === undefined ? undefined : findReply(text.slice(0, maxReply))?.reply

/** Others say that the attempt may be repeated, or that the provider's login was refused. */
const isTelling = (verdict: Verdict): boolean => {
  const { then } = consequences[verdict]
  return then === "refused" || then === "undeliverable" || verdict === "limit"
}

/** Undefined if it says no more than that the message was refused. */
const meaningOf = (reply: Reply | undefined): Verdict | undefined => {
  if (reply === undefined) return undefined
  const { verdict } = readReply("rcpt", reply)
  return verdict !== "undetermined" && isTelling(verdict) ? verdict : undefined
}

export const verdictByReply = (
  reply: Reply | undefined,
  otherwise: Verdict = "undetermined"
): Verdict => meaningOf(reply) ?? otherwise

/**
 * Of a bounce that the provider calls hard, which includes refusals of content and reputation:
 * where the reply clearly speaks of something other than the address, the address isn't blamed.
 */
export const hardVerdict = (reply: Reply | undefined): Verdict => {
  const meaning = meaningOf(reply)
  // The time for attempts ran out.
  if (meaning === undefined && reply !== undefined && reply.code < 500) return "undetermined"
  return meaning === undefined || meaning === "recipient_refused" || meaning === "routing"
    ? "invalid_recipient"
    : meaning
}

/** Of a bounce that the provider doesn't blame on the address: never one that suppresses it. */
export const softVerdict = (
  reply: Reply | undefined,
  otherwise: Verdict = "undetermined"
): Verdict => {
  const verdict = verdictByReply(reply, otherwise)
  return verdict === "invalid_recipient" ? "recipient_refused" : verdict
}

/**
 * They settle what a bounce means. The account's own list and its contact lists say nothing about
 * whether an address exists now.
 */
const subtypes: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
  ["NoEmail", "invalid_recipient"],
  ["Suppressed", "invalid_recipient"],
  ["OnAccountSuppressionList", "recipient_refused"],
  ["UnsubscribedRecipient", "recipient_refused"],
  ["MailboxFull", "mailbox_full"],
  ["MessageTooLarge", "too_large"],
  ["ContentRejected", "content"],
  ["AttachmentRejected", "content"]
])

/**
 * Of a bounce by Amazon SES, and by those who send with it: only a permanent one blames the
 * address: https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types
 */
export const amazonVerdict = (
  type: unknown,
  subtype: unknown,
  diagnostic: string | undefined
): Verdict => {
  const reply = replyIn(diagnostic)
  const known = subtypes.get(String(subtype))
  if (type !== "Permanent")
    return known === undefined || known === "invalid_recipient" ? softVerdict(reply) : known
  return known ?? hardVerdict(reply)
}
