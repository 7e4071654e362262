import type { Bounce } from "./Bounce.js"
import { bounceEvidence } from "./bounceEvidence.js"
import { deliveryReports } from "./deliveryReports.js"
import { type MimeMessage, parseMime } from "./parseMime.js"
import { proseReports } from "./proseReports.js"
import { spamReport } from "./spamReport.js"

/** Of a report that somebody, or a gateway, forwards as an attachment. */
const maxForwards = 3

const receipt = "message/disposition-notification"

const reportPart = (mail: MimeMessage): Bounce | undefined => {
  const reports = deliveryReports(mail)
  return reports.length > 0 ? { _tag: "DeliveryReports", reports } : spamReport(mail)
}

/**
 * Attached messages count only for their report parts: in prose, a message of ours that comes back
 * could be taken for a bounce.
 */
const forwardedReport = async (
  mail: MimeMessage,
  forwards: number
): Promise<Bounce | undefined> => {
  const part = mail.parts.find(({ type }) => type === "message/rfc822" || type === "message/global")
  const attached = part === undefined || forwards === 0 ? undefined : await parseMime(part.bytes)
  return attached === undefined
    ? undefined
    : (reportPart(attached) ?? forwardedReport(attached, forwards - 1))
}

const read = async (source: Uint8Array): Promise<Bounce> => {
  const mail = await parseMime(source)
  if (mail === undefined) return { _tag: "Unknown" }
  const report = reportPart(mail)
  if (report !== undefined) return report
  if (mail.parts.some(({ type }) => type === receipt)) return { _tag: "Ignored", reason: "receipt" }
  const evidence = bounceEvidence(mail)
  const reports = evidence.isBounce ? proseReports(mail, evidence) : []
  if (reports.length > 0) return { _tag: "DeliveryReports", reports }
  if (!evidence.isBounce && evidence.isAutomatic)
    return { _tag: "Ignored", reason: "automatic_reply" }
  // A bounce may return a message of ours with anything attached: only the bounce that a gateway
  // wrapped is directly within it.
  return (await forwardedReport(mail, evidence.isBounce ? 1 : maxForwards)) ?? { _tag: "Unknown" }
}

/**
 * Reads a message that came back: a delivery status notification (RFC 3464, RFC 6533), a bounce in
 * prose, a spam report (RFC 5965) or an automatic reply (RFC 3834). Never rejects. Reads at most
 * the first 256 KiB, 2,000 lines and 50 recipients. A report part counts wherever it is, also in an
 * attached message, at most three deep; the outermost takes precedence.
 */
export const readBounce = (source: Uint8Array): Promise<Bounce> =>
  read(source).catch((): Bounce => ({ _tag: "Unknown" }))
