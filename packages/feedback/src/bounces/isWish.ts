import type { FoundReport } from "@telemark/core"
import { bounceEvidence } from "./bounceEvidence.js"
import { valueOf } from "./fieldBlocks.js"
import { parseMime } from "./parseMime.js"

const reports: ReadonlySet<string> = new Set([
  "message/delivery-status",
  "message/global-delivery-status",
  "message/feedback-report",
  "message/disposition-notification"
])

/**
 * Whether a message at an address for unsubscribing is somebody's wish, whatever it says: neither a
 * bounce, nor an automatic reply (RFC 3834). One that can't be read is none. Never rejects.
 */
export const isWish = async (source: Uint8Array): Promise<boolean> => {
  const mail = await parseMime(source).catch(() => undefined)
  if (mail === undefined || mail.parts.some(({ type }) => reports.has(type))) return false
  const { isAutomatic, isBounce } = bounceEvidence(mail)
  // Apple Mail calls its own mail an automatic reply, although a person asked for it.
  const isApples = valueOf(mail.header, "x-apple-unsubscribe")?.trim().toLowerCase() === "true"
  return (isApples || !isAutomatic) && !isBounce && valueOf(mail.header, "return-path") !== "<>"
}

/** What such a wish reports. */
export const wishesOf = (emailIds: ReadonlyArray<string>): ReadonlyArray<FoundReport> =>
  [...new Set(emailIds)].map((email_id) => ({ kind: "unsubscribed", message: { email_id } }))
