import type { Reply, Verdict } from "@telemark/core"
import type { FeedbackProvider } from "./FeedbackProvider.js"
import { hardVerdict, replyIn, softVerdict } from "./bounceVerdict.js"
import {
  bareMessageId,
  bounced,
  clicked,
  complained,
  type EventReading,
  opened,
  readByKind,
  replied,
  type ReportBase,
  unsigned,
  unsubscribed
} from "./readEvents.js"
import { fromMillis, fromSeconds, member, shownText, textOf } from "./readJson.js"

/** `telemark_id:em_…`, whatever else the field holds. */
const customId = /telemark_id"?\s{0,4}:\s{0,4}"?(em_[0-9a-f]{32})(?![0-9a-f])/

/** Its documentation also shows seconds where it says milliseconds: those would be in 1970. */
const firstMillis = 100_000_000_000

/**
 * `ts` and `ts_event` are in the account's time zone in practice, hours off, though documented as
 * UTC.
 */
const instantOf = (event: unknown): number | undefined => {
  const epoch = member(event, "ts_epoch")
  const millis = fromMillis(epoch)
  if (millis === undefined) return fromSeconds(member(event, "ts_event"))
  return millis < firstMillis ? fromSeconds(epoch) : millis
}

const reasonOf = (event: unknown): string | undefined => shownText(member(event, "reason"))

const userAgentOf = (event: unknown): unknown => member(event, "user_agent")

const replies = (kind: "delivered" | "deferred") => (base: ReportBase, event: unknown) =>
  replied(base, kind, reasonOf(event))

const bounces =
  (verdictOf: (reply: Reply | undefined) => Verdict) =>
  (base: ReportBase, event: unknown): EventReading => {
    const reason = reasonOf(event)
    return bounced(base, verdictOf(replyIn(reason)), reason)
  }
const soft = bounces((reply) => softVerdict(reply))
const refusedByBrevo = bounces((reply) => softVerdict(reply, "recipient_refused"))

const opens = (machine: boolean) => (base: ReportBase, event: unknown) =>
  opened(base, userAgentOf(event), machine)

const readEvent = readByKind(
  "event",
  (event) => {
    const messageId = member(event, "message-id")
    return {
      // `id` is that of the webhook.
      message: {
        metadata: customId.exec(textOf(member(event, "X-Mailin-custom"), 10_000) ?? "")?.[1],
        messageId,
        providerId: bareMessageId(messageId)
      },
      recipient: member(event, "email"),
      at: instantOf(event)
    }
  },
  {
    delivered: replies("delivered"),
    deferred: replies("deferred"),
    hard_bounce: bounces(hardVerdict),
    soft_bounce: soft,
    error: soft,
    invalid_email: refusedByBrevo,
    blocked: refusedByBrevo,
    spam: complained,
    complaint: complained,
    unsubscribed,
    unsubscribe: unsubscribed,
    opened: opens(false),
    unique_opened: opens(false),
    proxy_open: opens(true),
    unique_proxy_open: opens(true),
    click: (base, event) => clicked(base, member(event, "link"), userAgentOf(event))
  }
)

/** https://developers.brevo.com/docs/transactional-webhooks */
export const brevo: FeedbackProvider = unsigned("Brevo", readEvent)
