import { enhancedCodes, type Envelope, isBeforeMessage, type Reply, type Stage } from "./Reply.js"
import { consequences, type Reading, readingOf, type Verdict } from "./Verdict.js"
import { isDeadAddress } from "./deadAddress.js"
import { countedByDay, meanings, recipientsLimit } from "./meanings.js"
import { plainWords } from "./plainWords.js"

/**
 * "Other or undefined" (RFC 3463): says no more than the class; generic servers send it even for
 * "user unknown".
 */
const isGeneric = (enhanced: string | null): boolean =>
  enhanced === null || /^5\.[0125]\.0$/.test(enhanced)

/**
 * An enhanced code inside the remote text takes precedence over the reply's own. A code of another
 * class than the reply is ignored: both must agree (RFC 2034 4), so it refers to something else,
 * such as an earlier attempt.
 */
const enhancedOf = (reply: Reply): string | null =>
  [...(reply.text.match(enhancedCodes) ?? []), reply.enhanced].find((code) =>
    code?.startsWith(String(reply.code).charAt(0))
  ) ?? null

/**
 * Codes that concern the login at any stage (RFC 4954): a relay may ask for AUTH at MAIL or RCPT.
 */
const asksForLogin: ReadonlySet<number> = new Set([530, 534, 535, 538])

const isAscii = (address: string): boolean => /^[\x20-\x7e]*$/.test(address)

/**
 * Who needs SMTPUTF8 (RFC 6531 3.5), which a server on the way doesn't offer: an address, or else
 * the header.
 */
const needsUtf8 = ({ recipient, sender }: Envelope): Verdict =>
  !isAscii(sender) ? "sender_refused" : !isAscii(recipient) ? "recipient_refused" : "content"

const meantBy = (
  stage: Stage,
  reply: Reply,
  words: string,
  enhanced: string | null,
  envelope?: Envelope
): Verdict | undefined => {
  const detail = enhanced?.slice(2)
  if (detail === "6.7" && envelope !== undefined) return needsUtf8(envelope)
  const found = meanings.find(
    (meaning) =>
      meaning.words?.test(words) === true ||
      (detail !== undefined && meaning.codes?.test(detail) === true)
  )
  if (found !== undefined) return found.verdict
  // RFC 5321 4.2.3, "exceeded storage allocation": of the mailbox at RCPT, of the message at other
  // stages.
  return reply.code === 552 && isGeneric(enhanced)
    ? stage === "rcpt"
      ? "mailbox_full"
      : "too_large"
    : undefined
}

/**
 * Verdicts at MAIL that concern this message rather than us: its size (RFC 1870 6.1), its sender,
 * and limits of that sender.
 */
const saidAtMail: ReadonlySet<Verdict> = new Set([
  "too_large",
  "sender_refused",
  "authentication",
  "limit",
  "account_refused"
])

const permanent = (stage: Stage, verdict: Verdict | undefined): Verdict => {
  if (stage === "mail")
    return verdict !== undefined && saidAtMail.has(verdict) ? verdict : "hop_refuses_us"
  return verdict === undefined || verdict === "transient" ? "undetermined" : verdict
}

/**
 * Interprets a refusal: meaning, subject, and whether it passes. Pure, total, the only place for
 * that. `envelope`: the message's addresses.
 */
export const readReply = (stage: Stage, reply: Reply, envelope?: Envelope): Reading => {
  if (asksForLogin.has(reply.code)) return readingOf("hop_refuses_us")
  const passesByCode = reply.code < 500 || reply.code === 503
  if (isBeforeMessage(stage))
    return passesByCode
      ? { ...readingOf("transient"), about: "route" }
      : readingOf("hop_refuses_us")
  const text = plainWords(reply.text, envelope)
  const { words } = text
  const enhanced = enhancedOf(reply)
  if (!passesByCode && isDeadAddress({ stage, code: reply.code, enhanced, text }))
    return readingOf("invalid_recipient")
  const meant = meantBy(stage, reply, words, enhanced, envelope)
  if (meant === "limit") {
    const about = recipientsLimit.test(words) ? "recipient" : "account"
    return { ...readingOf("limit"), about, ...(countedByDay.test(words) ? { isDaily: true } : {}) }
  }
  // A temporary x.4.x concerns the network between the servers; a permanent one says that the
  // recipient can't be routed to.
  if (passesByCode)
    return {
      ...readingOf("transient"),
      about:
        meant === undefined ? "unknown" : meant === "routing" ? "route" : consequences[meant].about
    }
  return readingOf(permanent(stage, meant))
}
