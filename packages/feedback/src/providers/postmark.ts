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
import { fromIsoDate, idText, inside, member, shownText, textOf } from "./readJson.js"

/** The type settles the verdict, or (not exact) the reply may replace it. */
type Meaning =
  | "deferred"
  | "hard"
  | "complained"
  | "unsubscribed"
  | { readonly verdict: Verdict; readonly isExact: boolean }

/** https://postmarkapp.com/developer/api/bounce-api#bounce-types */
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

const readBounce = (base: ReportBase, event: unknown): EventReading => {
  const name = textOf(member(event, "Type"), 100)
  if (name === undefined) return undefined
  // Automatic replies, changes of address and such.
  const type = types.get(name)
  if (type === undefined) return nothing
  const details = shownText(member(event, "Details"))
  if (type === "deferred") return replied(base, type, details)
  if (type === "complained") return complained(base)
  if (type === "unsubscribed") return unsubscribed(base)
  const reply = replyIn(details)
  const verdict =
    type === "hard"
      ? hardVerdict(reply)
      : type.isExact
        ? type.verdict
        : softVerdict(reply, type.verdict)
  return bounced(base, verdict, details)
}

/** Postmark's own list, also of addresses that bounced or complained. */
const readSubscription = (base: ReportBase, event: unknown): EventReading => {
  if (member(event, "SuppressSending") !== true) return nothing
  switch (member(event, "SuppressionReason")) {
    case "HardBounce":
      return bounced(base, "invalid_recipient")
    case "SpamComplaint":
      return complained(base)
    default:
      // The account's owner may suppress an address, too.
      return member(event, "Origin") === "Recipient" ? unsubscribed(base) : nothing
  }
}

const instantOf = (event: unknown): number | undefined =>
  ["DeliveredAt", "BouncedAt", "ReceivedAt", "ChangedAt"]
    .map((name) => fromIsoDate(member(event, name)))
    .find((each) => each !== undefined)

const readEvent = readByKind(
  "RecordType",
  (event) => ({
    id: idText(member(event, "ID")),
    message: {
      metadata: inside(event, "Metadata", "telemark-id"),
      providerId: textOf(member(event, "MessageID"), 998)
    },
    recipient: member(event, "Email") ?? member(event, "Recipient"),
    at: instantOf(event)
  }),
  {
    Delivery: (base, event) => replied(base, "delivered", member(event, "Details")),
    Bounce: readBounce,
    SpamComplaint: complained,
    SubscriptionChange: readSubscription,
    Open: (base, event) => opened(base, member(event, "UserAgent")),
    Click: (base, event) => clicked(base, member(event, "OriginalLink"), member(event, "UserAgent"))
  }
)

/** https://postmarkapp.com/developer/webhooks/webhooks-overview */
export const postmark: FeedbackProvider = unsigned("Postmark", readEvent)
