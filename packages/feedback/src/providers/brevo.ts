import type { Verdict } from "@telemark/core"
import type { FeedbackProvider } from "./FeedbackProvider.js"
import { hardVerdict, replyIn, softVerdict } from "./bounceVerdict.js"
import { fromMillis, fromSeconds } from "./instants.js"
import { bareMessageId } from "./messageReference.js"
import { unsigned } from "./readBody.js"
import {
  clicked,
  type EventReading,
  nothing,
  opened,
  replied,
  report,
  type ReportBase
} from "./readEvents.js"
import { member, shownText, textOf } from "./readJson.js"

/** `telemark_id:em_…` in X-Mailin-custom, whatever else the field holds. */
const customId = /telemark_id"?\s{0,4}:\s{0,4}"?(em_[0-9a-f]{32})(?![0-9a-f])/

/**
 * Its documentation also shows seconds where it says milliseconds: as milliseconds, they would be
 * in 1970.
 */
const firstMillis = 100_000_000_000

/**
 * `ts` and `ts_event` are in the account's time zone in practice, hours off, though documented as
 * UTC. `ts_epoch` is in UTC.
 */
const instantOf = (event: unknown): number | undefined => {
  const epoch = member(event, "ts_epoch")
  const millis = fromMillis(epoch)
  if (millis === undefined) return fromSeconds(member(event, "ts_event"))
  return millis < firstMillis ? fromSeconds(epoch) : millis
}

const readEvent = (event: unknown): EventReading => {
  const kind = textOf(member(event, "event"), 100)
  if (kind === undefined) return undefined
  const messageId = member(event, "message-id")
  const base: ReportBase = {
    event,
    // `id` is that of the webhook, not of the event.
    message: {
      metadata: customId.exec(textOf(member(event, "X-Mailin-custom"), 10_000) ?? "")?.[1],
      messageId,
      providerId: bareMessageId(messageId)
    },
    recipient: member(event, "email"),
    at: instantOf(event)
  }
  const reason = shownText(member(event, "reason"))
  const reply = replyIn(reason)
  const userAgent = member(event, "user_agent")
  const bounced = (verdict: Verdict): EventReading => [
    report(base, { kind: "bounced", verdict, smtp_response: reason })
  ]
  switch (kind) {
    case "delivered":
    case "deferred":
      return replied(base, kind, reason)
    case "hard_bounce":
      return bounced(hardVerdict(reply))
    case "soft_bounce":
    case "error":
      return bounced(softVerdict(reply))
    case "invalid_email":
    case "blocked":
      return bounced(softVerdict(reply, "recipient_refused"))
    case "spam":
    case "complaint":
      return [report(base, { kind: "complained" })]
    case "unsubscribed":
    case "unsubscribe":
      return [report(base, { kind: "unsubscribed" })]
    case "opened":
    case "unique_opened":
      return opened(base, userAgent, false)
    case "proxy_open":
    case "unique_proxy_open":
      return opened(base, userAgent, true)
    case "click":
      return clicked(base, member(event, "link"), userAgent)
    default:
      return nothing
  }
}

/**
 * Brevo's transactional webhooks, which aren't signed:
 * https://developers.brevo.com/docs/transactional-webhooks
 */
export const brevo: FeedbackProvider = unsigned("Brevo", readEvent)
