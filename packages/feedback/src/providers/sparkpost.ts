import type { Verdict } from "@telemark/core"
import type { FeedbackProvider } from "./FeedbackProvider.js"
import { hardVerdict, replyIn, softVerdict } from "./bounceVerdict.js"
import {
  bounced,
  clicked,
  complained,
  type EventReading,
  nothing,
  opened,
  readByKind,
  replied,
  type ReportBase,
  unsigned,
  unsubscribed
} from "./readEvents.js"
import {
  booleanOf,
  fromIsoDate,
  fromSeconds,
  idText,
  inside,
  member,
  objectOf,
  shownText,
  textOf
} from "./readJson.js"

/** They settle what a bounce means. */
const classes: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
  ["21", "routing"],
  ["22", "mailbox_full"],
  ["23", "too_large"],
  // The time for attempts ran out.
  ["24", "undetermined"],
  ["25", "policy"],
  ["50", "blocked"],
  ["51", "blocked"],
  ["52", "content"],
  ["53", "content"],
  ["54", "routing"],
  ["70", "undetermined"]
])

/** Automatic replies, subscriptions and challenges. */
const noBounces: ReadonlySet<string> = new Set(["60", "80", "100"])

const verdictOf = (bounceClass: string, reason: string | undefined): Verdict => {
  const reply = replyIn(reason)
  if (bounceClass === "10") return hardVerdict(reply)
  if (bounceClass === "30") return softVerdict(reply, "recipient_refused")
  return classes.get(bounceClass) ?? softVerdict(reply)
}

const reasonOf = (event: unknown): string | undefined =>
  shownText(member(event, "raw_reason")) ?? shownText(member(event, "reason"))

const bounces = (base: ReportBase, event: unknown): EventReading => {
  const bounceClass = idText(member(event, "bounce_class")) ?? ""
  if (noBounces.has(bounceClass)) return nothing
  if (bounceClass === "90") return unsubscribed(base)
  const reason = reasonOf(event)
  return bounced(base, verdictOf(bounceClass, reason), reason)
}

const bouncesAs = (verdict: Verdict) => (base: ReportBase, event: unknown) =>
  bounced(base, verdict, reasonOf(event))

const opens = (base: ReportBase, event: unknown): EventReading =>
  opened(base, member(event, "user_agent"), booleanOf(member(event, "is_prefetched")))

const clicks = (base: ReportBase, event: unknown): EventReading =>
  clicked(base, member(event, "target_link_url"), member(event, "user_agent"))

const readMessageEvent = readByKind(
  "type",
  (event) => {
    const time = member(event, "timestamp")
    return {
      id: idText(member(event, "event_id")),
      message: {
        metadata: inside(event, "rcpt_meta", "telemark_id"),
        providerId: textOf(member(event, "message_id"), 998)
      },
      recipient: textOf(member(event, "raw_rcpt_to"), 320) ?? member(event, "rcpt_to"),
      at: fromSeconds(time) ?? fromIsoDate(time)
    }
  },
  {
    delivery: (base, event) => replied(base, "delivered", member(event, "outbound_response")),
    delay: (base, event) => replied(base, "deferred", reasonOf(event)),
    bounce: bounces,
    out_of_band: bounces,
    policy_rejection: bouncesAs("policy"),
    generation_rejection: bouncesAs("policy"),
    generation_failure: bouncesAs("content"),
    spam_complaint: (base, event) =>
      member(event, "fbtype") === "not-spam" ? nothing : complained(base),
    list_unsubscribe: unsubscribed,
    link_unsubscribe: unsubscribed,
    // Not initial_open: it comes beside the open of the same moment.
    open: opens,
    amp_open: opens,
    click: clicks,
    amp_click: clicks
  }
)

/** Each event is the only member of `msys`, named after its class; an empty one is a test call. */
const readEvent = (event: unknown): EventReading => {
  const classesOf = objectOf(member(event, "msys"))
  if (classesOf === undefined) return undefined
  const [found, ...others] = Object.values(classesOf)
  if (found === undefined) return nothing
  return others.length > 0 ? undefined : readMessageEvent(found)
}

/** https://developers.sparkpost.com/api/webhooks/ */
export const sparkpost: FeedbackProvider = unsigned("SparkPost", readEvent)
