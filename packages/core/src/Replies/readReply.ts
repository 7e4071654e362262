import { isDeadAddress } from "./deadAddress.js"
import { countedByDay, meanings, recipientsLimit } from "./meanings.js"
import { plainWords } from "./plainWords.js"
import { enhancedCodes, type Envelope, isBeforeMessage, type Reply, type Stage } from "./Reply.js"
import { consequences, type Reading, readingOf, type Verdict } from "./Verdict.js"

/** "Other or undefined" (RFC 3463): says no more than the class, as generic servers do even for "user unknown". */
const isGeneric = (enhanced: string | null): boolean => enhanced === null || /^5\.[0125]\.0$/.test(enhanced)

/**
 * An enhanced code inside the remote's own words counts before the one that the reply itself carries. One of
 * another class than the reply doesn't count: both must agree (RFC 2034 4), so it speaks of something else,
 * such as what an earlier attempt had met, and a permanent refusal is never read by it.
 */
const enhancedOf = (reply: Reply): string | null =>
  [...reply.text.match(enhancedCodes) ?? [], reply.enhanced].find((code) => code?.startsWith(String(reply.code).charAt(0))) ?? null

/** Replies that concern the login wherever they come (RFC 4954): a relay that asks for AUTH says so at MAIL or RCPT. */
const asksForLogin: ReadonlySet<number> = new Set([530, 534, 535, 538])

const meantBy = (stage: Stage, reply: Reply, words: string, enhanced: string | null): Verdict | undefined => {
  const detail = enhanced?.slice(2)
  const found = meanings.find((meaning) =>
    meaning.words?.test(words) === true || (detail !== undefined && meaning.codes?.test(detail) === true))
  if (found !== undefined) return found.verdict
  // RFC 5321 4.2.3: "exceeded storage allocation", of the mailbox at RCPT and of the message elsewhere.
  return reply.code === 552 && isGeneric(enhanced) ? (stage === "rcpt" ? "mailbox_full" : "too_large") : undefined
}

/** What may be said at MAIL of this message rather than of us: its size (RFC 1870 6.1), its sender, what is counted of him. */
const saidAtMail: ReadonlySet<Verdict> = new Set(["too_large", "sender_refused", "authentication", "limit", "account_refused"])

const permanent = (stage: Stage, verdict: Verdict | undefined): Verdict => {
  if (stage === "mail") return verdict !== undefined && saidAtMail.has(verdict) ? verdict : "hop_refuses_us"
  return verdict === undefined || verdict === "transient" ? "undetermined" : verdict
}

/**
 * Reads a refusal: what it means, whom it is about, and whether it passes. Pure, total, and the only place where replies are
 * interpreted. The envelope tells whose address a reply names, where it is known.
 */
export const readReply = (stage: Stage, reply: Reply, envelope?: Envelope): Reading => {
  if (asksForLogin.has(reply.code)) return readingOf("hop_refuses_us")
  const passesByCode = reply.code < 500 || reply.code === 503
  if (isBeforeMessage(stage)) return passesByCode ? { ...readingOf("transient"), about: "route" } : readingOf("hop_refuses_us")
  const text = plainWords(reply.text, envelope)
  const { words } = text
  const enhanced = enhancedOf(reply)
  if (!passesByCode && isDeadAddress({ stage, code: reply.code, enhanced, text })) return readingOf("invalid_recipient")
  const meant = meantBy(stage, reply, words, enhanced)
  if (meant === "limit") {
    const about = recipientsLimit.test(words) ? "recipient" : "account"
    return { ...readingOf("limit"), about, ...(countedByDay.test(words) ? { isDaily: true } : {}) }
  }
  // x.4.x of a refusal that passes is the network between the servers; of a final one, that no way leads to the recipient.
  if (passesByCode) return { ...readingOf("transient"), about: meant === undefined ? "unknown" : meant === "routing" ? "route" : consequences[meant].about }
  return readingOf(permanent(stage, meant))
}
