import type { Verdict } from "@telemark/core"
import type { FeedbackProvider } from "./FeedbackProvider.js"
import { hardVerdict, replyIn, softVerdict } from "./bounceVerdict.js"
import { fromIsoDate } from "./instants.js"
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
import { idText, inside, member, shownText, textOf } from "./readJson.js"

/** A verdict that the type settles, or (not exact) one that the reply may replace. */
type Meaning =
  | "deferred"
  | "hard"
  | "complained"
  | "unsubscribed"
  | { readonly verdict: Verdict; readonly isExact: boolean }

/** Bounce types: https://postmarkapp.com/developer/api/bounce-api#bounce-types */
const types: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ["HardBounce", "hard"],
  ["BadEmailAddress", { verdict: "invalid_recipient", isExact: true }],
  // Somebody deactivated it at Postmark, which says nothing about whether it exists.
  ["ManuallyDeactivated", { verdict: "recipient_refused", isExact: true }],
  ["Transient", "deferred"],
  ["DnsError", "deferred"],
  ["SoftBounce", { verdict: "undetermined", isExact: false }],
  ["Unknown", { verdict: "undetermined", isExact: false }],
  ["SpamNotification", { verdict: "blocked", isExact: false }],
  ["Blocked", { verdict: "blocked", isExact: false }],
  ["DMARCPolicy", { verdict: "authentication", isExact: true }],
  ["VirusNotification", { verdict: "content", isExact: true }],
  ["TemplateRenderingFailed", { verdict: "content", isExact: true }],
  ["SMTPApiError", { verdict: "undetermined", isExact: true }],
  ["SpamComplaint", "complained"],
  ["Unsubscribe", "unsubscribed"]
])

const readBounce = (event: unknown, base: ReportBase): EventReading => {
  const name = textOf(member(event, "Type"), 100)
  if (name === undefined) return undefined
  // Automatic replies, changes of address and such are no bounces.
  const type = types.get(name)
  if (type === undefined) return nothing
  const details = shownText(member(event, "Details"))
  if (type === "deferred") return replied(base, type, details)
  if (type === "complained" || type === "unsubscribed") return [report(base, { kind: type })]
  const reply = replyIn(details)
  const verdict =
    type === "hard"
      ? hardVerdict(reply)
      : type.isExact
        ? type.verdict
        : softVerdict(reply, type.verdict)
  return [report(base, { kind: "bounced", verdict, smtp_response: details })]
}

/** Postmark's own list: it says so also of addresses that bounced or complained. */
const readSubscription = (event: unknown, base: ReportBase): EventReading => {
  if (member(event, "SuppressSending") !== true) return nothing
  switch (member(event, "SuppressionReason")) {
    case "HardBounce":
      return [report(base, { kind: "bounced", verdict: "invalid_recipient" })]
    case "SpamComplaint":
      return [report(base, { kind: "complained" })]
    default:
      // The account's owner may suppress an address, too.
      return member(event, "Origin") === "Recipient"
        ? [report(base, { kind: "unsubscribed" })]
        : nothing
  }
}

const instantOf = (event: unknown): number | undefined =>
  ["DeliveredAt", "BouncedAt", "ReceivedAt", "ChangedAt"]
    .map((name) => fromIsoDate(member(event, name)))
    .find((each) => each !== undefined)

const readEvent = (event: unknown): EventReading => {
  const kind = textOf(member(event, "RecordType"), 100)
  if (kind === undefined) return undefined
  const base: ReportBase = {
    event,
    id: idText(member(event, "ID")),
    message: {
      metadata: inside(event, "Metadata", "telemark-id"),
      providerId: textOf(member(event, "MessageID"), 998)
    },
    recipient: member(event, "Email") ?? member(event, "Recipient"),
    at: instantOf(event)
  }
  switch (kind) {
    case "Delivery":
      return replied(base, "delivered", member(event, "Details"))
    case "Bounce":
      return readBounce(event, base)
    case "SpamComplaint":
      return [report(base, { kind: "complained" })]
    case "SubscriptionChange":
      return readSubscription(event, base)
    case "Open":
      return opened(base, member(event, "UserAgent"))
    case "Click":
      return clicked(base, member(event, "OriginalLink"), member(event, "UserAgent"))
    default:
      return nothing
  }
}

/**
 * Postmark's webhooks, which aren't signed:
 * https://postmarkapp.com/developer/webhooks/webhooks-overview
 */
export const postmark: FeedbackProvider = unsigned("Postmark", readEvent)
