import { type FeedbackBatch, type FeedbackReport, readInstantOrDate } from "@telemark/contract"
import type { FoundReport, MessageReference } from "./FoundReport.js"
import { emailIdIn } from "./emailIdIn.js"

/** A report of the interface as one that can be recorded. */
export const reportOf = (
  message: MessageReference,
  { at, failure_code, kind, link = "", machine, smtp_response, user_agent, key }: FeedbackReport
): FoundReport => {
  const common = { message, at: at === undefined ? undefined : readInstantOrDate(at), key }
  switch (kind) {
    case "delivered":
    case "deferred":
      return { ...common, kind, smtp_response }
    case "bounced":
      return { ...common, kind, smtp_response, verdict: failure_code }
    case "opened":
      return { ...common, kind, user_agent, machine }
    case "clicked":
      return { ...common, kind, link, user_agent, machine }
    case "complained":
    case "unsubscribed":
      return { ...common, kind }
  }
}

type BatchEntry = FeedbackBatch["reports"][number]

/**
 * Our id is in the Message-ID as its left part unless the mail showed several recipients. The first
 * id that is given counts.
 */
const referenceOf = ({ email_id, message_id, provider_id }: BatchEntry): MessageReference => {
  const own = email_id ?? emailIdIn(message_id)
  if (own !== undefined) return { email_id: own }
  return message_id === undefined
    ? { provider_id }
    : { message_id: message_id.trim().replace(/^</, "").replace(/>$/, "") }
}

export const reportOfEntry = (entry: BatchEntry): FoundReport => ({
  ...reportOf(referenceOf(entry), entry),
  recipient: entry.recipient
})
