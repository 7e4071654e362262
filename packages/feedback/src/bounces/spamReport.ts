import type { FoundReport } from "@telemark/core"
import type { Bounce, IgnoredReason } from "./Bounce.js"
import { distinct, maxRecipients } from "./deliveryReports.js"
import { fieldBlocks, instantOf, valueOf, valuesOf } from "./fieldBlocks.js"
import { messageReference, reportKey, returnedHeader } from "./messageReference.js"
import { decodeText, type MimeMessage } from "./parseMime.js"
import { reportedAddress } from "./recipientAddress.js"

const kinds: ReadonlyMap<string, "complained" | "unsubscribed"> = new Map([
  ["abuse", "complained"],
  ["fraud", "complained"],
  ["virus", "complained"],
  ["opt-out", "unsubscribed"],
  ["opt-out-list", "unsubscribed"]
])

const reasons: ReadonlyMap<string, IgnoredReason> = new Map([
  ["auth-failure", "auth_failure"],
  ["not-spam", "not_spam"]
])

/**
 * Names the recipient in the returned header. Microsoft's Junk Mail Reporting Program also sends
 * reports that have nothing else.
 */
const microsofts = "x-hmxmroriginalrecipient"
const microsoftsSubject = /^\s{0,5}complaint about message from/i

/** In the returned header, if Original-Rcpt-To is missing. */
const recipientFields = [microsofts, "x-original-to", "delivered-to"]

/**
 * RFC 5965; feedback types also of RFC 6591 and the IANA registry. Undefined if the message is
 * none.
 */
export const spamReport = (mail: MimeMessage): Bounce | undefined => {
  const part = mail.parts.find(({ type }) => type === "message/feedback-report")
  const returned = returnedHeader(mail.parts) ?? []
  const isMicrosofts =
    part === undefined &&
    valueOf(returned, microsofts) !== undefined &&
    microsoftsSubject.test(mail.subject)
  if (part === undefined && !isMicrosofts) return undefined
  const fields = part === undefined ? [] : fieldBlocks(decodeText(part.bytes)).flat()
  const feedbackType = isMicrosofts
    ? "abuse"
    : (/^[a-z-]{1,40}/.exec((valueOf(fields, "feedback-type") ?? "").toLowerCase())?.[0] ?? "")
  const kind = kinds.get(feedbackType)
  if (kind === undefined)
    return { _tag: "Ignored", reason: reasons.get(feedbackType) ?? "other_feedback" }
  const message = messageReference({
    envelopeId: valueOf(fields, "original-envelope-id"),
    returned
  })
  const named = valuesOf(fields, "original-rcpt-to")
    .slice(0, maxRecipients)
    .flatMap((value) => reportedAddress(value) ?? [])
  const [other] = recipientFields.flatMap((name) => reportedAddress(valueOf(returned, name)) ?? [])
  // Arrival-Date is when the message came, not when its reader complained.
  const at = instantOf(valueOf(mail.header, "date"))
  const reports = (named.length > 0 ? named : [other]).map((recipient): FoundReport => ({
    kind,
    message,
    ...(recipient === undefined ? {} : { recipient }),
    ...(at === undefined ? {} : { at }),
    key: reportKey({ action: feedbackType, status: undefined, recipient, message })
  }))
  return { _tag: "SpamReport", reports: distinct(reports) }
}
