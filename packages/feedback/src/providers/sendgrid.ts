import type { Verdict } from "@telemark/core"
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto"
import {
  checkTime,
  type FeedbackProvider,
  type FeedbackRequest,
  isBase64,
  maxSignature,
  type Refused,
  refused,
  secondsOf
} from "./FeedbackProvider.js"
import { hardVerdict, replyIn, softVerdict } from "./bounceVerdict.js"
import {
  bounced,
  clicked,
  complained,
  oneOrMany,
  opened,
  readBody,
  readByKind,
  replied,
  type ReportBase,
  unsubscribed
} from "./readEvents.js"
import { booleanOf, fromSeconds, isTooLarge, member, shownText, textOf } from "./readJson.js"

/**
 * Before any delivery: its lists, quota and filter. A list says nothing about whether the address
 * exists now.
 */
const drops: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
  ["bounced address", "recipient_refused"],
  ["unsubscribed address", "recipient_refused"],
  ["spam reporting address", "recipient_refused"],
  ["invalid", "recipient_refused"],
  ["spam content", "content"],
  ["spam content (if spam checker app enabled)", "content"],
  ["recipient list over package quota", "limit"]
])

/** They settle what a bounce means. */
const exactClasses: ReadonlyMap<unknown, Verdict> = new Map<unknown, Verdict>([
  ["Content", "content"],
  ["Frequency or Volume Too High", "limit"]
])

/** Not the address's fault, or not for ever: the reply may be more exact. */
const classes: ReadonlyMap<unknown, Verdict> = new Map<unknown, Verdict>([
  ["Reputation", "policy"],
  ["Technical Failure", "undetermined"],
  ["Mailbox Unavailable", "recipient_refused"]
])

const bounceVerdict = (event: unknown): Verdict => {
  const reply =
    replyIn(shownText(member(event, "reason"))) ?? replyIn(shownText(member(event, "status")))
  const type = member(event, "type")
  const bounceClass = member(event, "bounce_classification")
  const exact = exactClasses.get(bounceClass)
  if (exact !== undefined) return exact
  const otherwise = classes.get(bounceClass)
  if (type === "blocked") return softVerdict(reply, otherwise ?? "blocked")
  return type === "bounce" && otherwise === undefined
    ? hardVerdict(reply)
    : softVerdict(reply, otherwise)
}

/** As its reply to DATA has it: what follows names its servers. */
const providerIdOf = (id: string | undefined): string | undefined =>
  id?.split(/\.(?:filter|recvd)/, 1)[0]

const identifying = ["event", "sg_message_id", "email", "timestamp", "url", "reason", "response"]

/** SendGrid gives an event another `sg_event_id` when it repeats a call. */
const idOf = (event: unknown): string | undefined =>
  member(event, "sg_message_id") === undefined
    ? textOf(member(event, "sg_event_id"), 255)
    : createHash("sha256")
        .update(JSON.stringify(identifying.map((name) => member(event, name))))
        .digest("base64url")

const reasonOf = (event: unknown): string | undefined => shownText(member(event, "reason"))

const replies = (kind: "delivered" | "deferred") => (base: ReportBase, event: unknown) =>
  replied(base, kind, member(event, "response"))

const readEvent = readByKind(
  "event",
  (event) => ({
    id: idOf(event),
    message: {
      metadata: member(event, "telemark_id"),
      messageId: member(event, "smtp-id"),
      providerId: providerIdOf(textOf(member(event, "sg_message_id"), 998))
    },
    recipient: member(event, "email"),
    at: fromSeconds(member(event, "timestamp"))
  }),
  {
    delivered: replies("delivered"),
    deferred: replies("deferred"),
    bounce: (base, event) => bounced(base, bounceVerdict(event), reasonOf(event)),
    dropped: (base, event) => {
      const reason = reasonOf(event)
      return bounced(base, drops.get(reason?.toLowerCase() ?? "") ?? "undetermined", reason)
    },
    spamreport: complained,
    unsubscribe: unsubscribed,
    group_unsubscribe: unsubscribed,
    open: (base, event) =>
      opened(base, member(event, "useragent"), booleanOf(member(event, "sg_machine_open"))),
    click: (base, event) => clicked(base, member(event, "url"), member(event, "useragent"))
  }
)

const publicKeyOf = (text: string): KeyObject | undefined => {
  const base64 = text.trim()
  if (!isBase64(base64)) return undefined
  try {
    const key = createPublicKey({ key: Buffer.from(base64, "base64"), format: "der", type: "spki" })
    return key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1"
      ? key
      : undefined
  } catch {
    return undefined
  }
}

/** ECDSA over P-256 with SHA-256, of the time and the raw body. */
const isSigned = (key: KeyObject, time: string, body: Uint8Array, signature: string): boolean => {
  try {
    return verify(
      "sha256",
      Buffer.concat([Buffer.from(time), body]),
      key,
      Buffer.from(signature, "base64")
    )
  } catch {
    return false
  }
}

const timeField = "x-twilio-email-event-webhook-timestamp"
const signatureField = "x-twilio-email-event-webhook-signature"

const check = (
  { body, headers, now }: FeedbackRequest,
  credential: string
): Refused | undefined => {
  const key = publicKeyOf(credential)
  if (key === undefined) return refused("missing_credential")
  const time = headers[timeField]
  const signature = headers[signatureField]
  if (textOf(signature, maxSignature) === undefined || textOf(time, maxSignature) === undefined)
    return refused("missing_signature")
  const seconds = secondsOf(time)
  if (
    signature === undefined ||
    time === undefined ||
    seconds === undefined ||
    !isBase64(signature)
  )
    return refused("wrong_signature")
  return isSigned(key, time, body, signature) ? checkTime(seconds, now) : refused("wrong_signature")
}

/**
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event and
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
 */
export const sendgrid: FeedbackProvider = {
  title: "SendGrid",
  headers: [timeField, signatureField],
  takes: {
    kind: "public_key",
    problemOf: (credential) =>
      publicKeyOf(credential) === undefined
        ? "This is not the verification key of SendGrid's signed Event Webhook, a P-256 public key in base64 that begins with MFkw."
        : undefined
  },
  read: async (request, credential) => {
    if (isTooLarge(request.body)) return refused("too_large")
    return check(request, credential) ?? readBody(request.body, oneOrMany(readEvent))
  }
}
