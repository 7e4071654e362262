import { isSameSecret, type Reply, type Verdict } from "@telemark/core"
import { createHmac } from "node:crypto"
import {
  checkTime,
  type FeedbackProvider,
  type FeedbackReading,
  refused,
  secondsOf,
  toleranceMillis
} from "./FeedbackProvider.js"
import { replyIn, softVerdict, verdictByReply } from "./bounceVerdict.js"
import {
  bounced,
  clicked,
  complained,
  opened,
  readBody,
  readByKind,
  readSingle,
  replied,
  unsubscribed
} from "./readEvents.js"
import { fromSeconds, idText, inside, member, shownText, textOf } from "./readJson.js"

/**
 * Mailgun's own lists and its retry limit. A list says nothing about whether the address exists
 * now.
 */
const reasons: ReadonlyMap<unknown, Verdict> = new Map<unknown, Verdict>([
  ["suppress-bounce", "recipient_refused"],
  ["suppress-complaint", "recipient_refused"],
  ["suppress-unsubscribe", "recipient_refused"],
  ["old", "undetermined"]
])

/** Code, enhanced code, and the text, which may repeat them. */
const statusOf = (
  event: unknown
): { readonly reply: Reply | undefined; readonly response: string | undefined } => {
  const status = member(event, "delivery-status")
  const code = Number(member(status, "code"))
  const enhanced = textOf(member(status, "enhanced-code"), 20)
  const text = shownText(member(status, "message")) ?? shownText(member(status, "description"))
  const isCode = Number.isInteger(code) && code >= 200 && code < 600
  if (!isCode) return { reply: undefined, response: text }
  const parts = [
    ...(text?.startsWith(String(code)) === true ? [] : [String(code)]),
    ...(enhanced === undefined || text?.includes(enhanced) === true ? [] : [enhanced]),
    ...(text === undefined ? [] : [text])
  ]
  const response = parts.join(" ")
  return { reply: replyIn(response), response }
}

/** Mailgun doesn't say whether the address is dead: its replies do. */
const failureVerdict = (event: unknown, reply: Reply | undefined): Verdict => {
  const reason = member(event, "reason")
  const known = reasons.get(reason)
  if (known !== undefined) return known
  return reason === "espblock" ? softVerdict(reply, "blocked") : verdictByReply(reply)
}

const machineOf = (event: unknown): boolean | undefined => {
  const bot = inside(event, "client-info", "bot")
  return typeof bot === "string" ? bot !== "" : undefined
}

const userAgentOf = (event: unknown): unknown => inside(event, "client-info", "user-agent")

const readEvent = readByKind(
  "event",
  (event) => ({
    id: textOf(member(event, "id"), 255),
    message: {
      metadata: inside(event, "user-variables", "telemark_id"),
      messageId: inside(event, "message", "headers", "message-id")
    },
    recipient: member(event, "recipient"),
    at: fromSeconds(member(event, "timestamp"))
  }),
  {
    delivered: (base, event) => replied(base, "delivered", statusOf(event).response),
    failed: (base, event) => {
      const { reply, response } = statusOf(event)
      return member(event, "severity") === "temporary"
        ? replied(base, "deferred", response)
        : bounced(base, failureVerdict(event, reply), response)
    },
    rejected: (base, event) =>
      bounced(base, "policy", shownText(inside(event, "reject", "reason"))),
    complained,
    unsubscribed,
    opened: (base, event) => opened(base, userAgentOf(event), machineOf(event)),
    clicked: (base, event) =>
      clicked(base, member(event, "url"), userAgentOf(event), machineOf(event))
  }
)

/** Mailgun repeats a call for 8 hours, with the signature of the first try. */
const maxAge = 12 * 60 * 60 * 1000

/**
 * HMAC with SHA-256 over the time and the token; the events aren't signed. So a token must not be
 * taken for two bodies.
 */
const readCall = (call: unknown, key: string, now: number): FeedbackReading => {
  const signed = member(call, "signature")
  const time = idText(member(signed, "timestamp"))
  const token = textOf(member(signed, "token"), 255)
  const signature = textOf(member(signed, "signature"), 255)
  if (time === undefined || token === undefined || signature === undefined)
    return refused("missing_signature")
  const expected = createHmac("sha256", key).update(time).update(token).digest("hex")
  const seconds = secondsOf(time)
  if (!isSameSecret(signature, expected) || seconds === undefined) return refused("wrong_signature")
  const untimely = checkTime(seconds, now, maxAge)
  if (untimely !== undefined) return untimely
  const reading = readSingle(member(call, "event-data"), readEvent)
  // The clocks of processes may differ.
  const until = seconds * 1000 + maxAge + toleranceMillis
  return reading._tag === "Events" || reading._tag === "Nothing"
    ? { ...reading, signed: { token, until } }
    : reading
}

const isKey = (credential: string): boolean => /^[\x21-\x7e]{16,200}$/.test(credential.trim())

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhooks */
export const mailgun: FeedbackProvider = {
  title: "Mailgun",
  takes: {
    kind: "signing_key",
    problemOf: (credential) =>
      isKey(credential)
        ? undefined
        : "This is not Mailgun's HTTP webhook signing key, which has at least 16 characters and no spaces."
  },
  read: async ({ body, now }, credential) =>
    isKey(credential)
      ? readBody(body, (call) => readCall(call, credential.trim(), now))
      : refused("missing_credential")
}
