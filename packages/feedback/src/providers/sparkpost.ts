import type { Verdict } from "@telemark/core"
import type { FeedbackProvider } from "./FeedbackProvider.js"
import { hardVerdict, replyIn, softVerdict } from "./bounceVerdict.js"
import { fromIsoDate, fromSeconds } from "./instants.js"
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
import { idText, inside, member, objectOf, shownText, textOf } from "./readJson.js"

/** Bounce classes that settle what a bounce means. */
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

const readBounce = (event: unknown, base: ReportBase): EventReading => {
  const bounceClass = idText(member(event, "bounce_class")) ?? ""
  if (noBounces.has(bounceClass)) return nothing
  if (bounceClass === "90") return [report(base, { kind: "unsubscribed" })]
  const reason = shownText(member(event, "raw_reason")) ?? shownText(member(event, "reason"))
  return [
    report(base, {
      kind: "bounced",
      verdict: verdictOf(bounceClass, reason),
      smtp_response: reason
    })
  ]
}

const readMessageEvent = (event: unknown): EventReading => {
  const kind = textOf(member(event, "type"), 100)
  if (kind === undefined) return undefined
  const time = member(event, "timestamp")
  const base: ReportBase = {
    event,
    id: idText(member(event, "event_id")),
    message: {
      metadata: inside(event, "rcpt_meta", "telemark_id"),
      providerId: textOf(member(event, "message_id"), 998)
    },
    recipient: textOf(member(event, "raw_rcpt_to"), 320) ?? member(event, "rcpt_to"),
    at: fromSeconds(time) ?? fromIsoDate(time)
  }
  const reason = shownText(member(event, "raw_reason")) ?? shownText(member(event, "reason"))
  const prefetched = member(event, "is_prefetched")
  switch (kind) {
    case "delivery":
      return replied(base, "delivered", member(event, "outbound_response"))
    case "delay":
      return replied(base, "deferred", reason)
    case "bounce":
    case "out_of_band":
      return readBounce(event, base)
    case "policy_rejection":
    case "generation_rejection":
      return [report(base, { kind: "bounced", verdict: "policy", smtp_response: reason })]
    case "generation_failure":
      return [report(base, { kind: "bounced", verdict: "content", smtp_response: reason })]
    case "spam_complaint":
      return member(event, "fbtype") === "not-spam"
        ? nothing
        : [report(base, { kind: "complained" })]
    case "list_unsubscribe":
    case "link_unsubscribe":
      return [report(base, { kind: "unsubscribed" })]
    // Not initial_open: it comes beside the open of the same moment.
    case "open":
    case "amp_open":
      return opened(
        base,
        member(event, "user_agent"),
        typeof prefetched === "boolean" ? prefetched : undefined
      )
    case "click":
    case "amp_click":
      return clicked(base, member(event, "target_link_url"), member(event, "user_agent"))
    default:
      return nothing
  }
}

/** Each event is the only member of `msys`, named after its class; an empty one is a test call. */
const readEvent = (event: unknown): EventReading => {
  const classesOf = objectOf(member(event, "msys"))
  if (classesOf === undefined) return undefined
  const [found, ...others] = Object.values(classesOf)
  if (found === undefined) return nothing
  return others.length > 0 ? undefined : readMessageEvent(found)
}

/** SparkPost's webhooks, which aren't signed: https://developers.sparkpost.com/api/webhooks/ */
export const sparkpost: FeedbackProvider = unsigned("SparkPost", readEvent)
