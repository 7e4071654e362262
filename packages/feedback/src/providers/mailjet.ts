import type { Verdict } from "@telemark/core"
import type { FeedbackProvider } from "./FeedbackProvider.js"
import { hardVerdict, replyIn, softVerdict } from "./bounceVerdict.js"
import {
  bounced,
  clicked,
  complained,
  opened,
  readByKind,
  replied,
  unsigned,
  unsubscribed
} from "./readEvents.js"
import { fromSeconds, idText, member, shownText, textOf } from "./readJson.js"

/** Not the address's fault, or only suspected. */
const errors: ReadonlyMap<unknown, Verdict> = new Map<unknown, Verdict>([
  ["quota exceeded", "mailbox_full"],
  ["blacklisted", "recipient_refused"],
  ["spam reporter", "recipient_refused"],
  ["preblocked", "recipient_refused"],
  ["typofix", "recipient_refused"],
  ["no mail host", "routing"],
  ["relay/access denied", "policy"],
  ["sender blocked", "blocked"],
  ["policy issue", "policy"],
  ["content blocked", "content"],
  ["bad or empty template", "content"],
  ["error in template language", "content"],
  ["duplicate in campaign", "policy"]
])

/** With these, a hard bounce means that the address is dead. */
const deadErrors: ReadonlySet<unknown> = new Set([
  "user unknown",
  "mailbox inactive",
  "invalid domain"
])

const verdictOf = (event: unknown, isHard: boolean): Verdict => {
  const error = member(event, "error")
  const comment = replyIn(shownText(member(event, "comment")))
  const known = errors.get(error)
  if (known !== undefined) return known
  if (deadErrors.has(error)) return isHard ? hardVerdict(comment) : "recipient_refused"
  return softVerdict(comment)
}

const responseOf = (event: unknown): string | undefined =>
  shownText(member(event, "comment")) ?? shownText(member(event, "error"))

const readEvent = readByKind(
  "event",
  (event) => ({
    message: {
      metadata: member(event, "CustomID"),
      // As in its reply to DATA; the numeric id isn't there.
      providerId: textOf(member(event, "Message_GUID"), 998) ?? idText(member(event, "MessageID"))
    },
    recipient: member(event, "email"),
    at: fromSeconds(member(event, "time"))
  }),
  {
    sent: (base, event) => replied(base, "delivered", member(event, "smtp_reply")),
    bounce: (base, event) => {
      const isHard = member(event, "hard_bounce") === true
      // It tries again.
      if (member(event, "error") === "greylisted" && !isHard)
        return replied(base, "deferred", responseOf(event))
      return bounced(base, verdictOf(event, isHard), responseOf(event))
    },
    blocked: (base, event) => bounced(base, verdictOf(event, false), responseOf(event)),
    spam: complained,
    unsub: unsubscribed,
    open: (base, event) => opened(base, member(event, "agent")),
    click: (base, event) => clicked(base, member(event, "url"), member(event, "agent"))
  }
)

/** A number doesn't hold them exactly. Inside of a text, the name's quote is escaped. */
const longId = /"MessageID"\s{0,4}:\s{0,4}(\d{16,20})(?=[\s,}])/g

const asText = (body: string): string => body.replace(longId, '"MessageID":"$1"')

/** https://dev.mailjet.com/email/guides/webhooks/ */
export const mailjet: FeedbackProvider = unsigned("Mailjet", readEvent, asText)
