import { parseMailbox } from "@telemark/contract"
import { isSameSecret } from "@telemark/core"
import { createHmac } from "node:crypto"
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
import { amazonVerdict } from "./bounceVerdict.js"
import {
  bounced,
  clicked,
  complained,
  opened,
  readBody,
  readByKind,
  readSingle,
  replied
} from "./readEvents.js"
import { fromIsoDate, inside, isTooLarge, listOf, member, shownText, textOf } from "./readJson.js"

/** Of header fields and recipients. */
const maxLooked = 100

/** In the payload, an array of names and values. */
const headerOf = (data: unknown, name: string): unknown =>
  member(
    listOf(member(data, "headers"))
      .slice(0, maxLooked)
      .find((each) => textOf(member(each, "name"), 100)?.toLowerCase() === name),
    "value"
  )

/** In `Name <address>`. */
const addressOf = (mailbox: unknown): string | undefined => {
  const text = textOf(mailbox, 1000)
  return text === undefined ? undefined : (parseMailbox(text)?.address ?? text)
}

/** The only reason for a failure that is named exactly. */
const isQuota = (reason: unknown): boolean => typeof reason === "string" && reason.endsWith("quota")

const readEvent = (id: string) =>
  readByKind(
    "type",
    (event) => {
      const data = member(event, "data")
      return {
        id,
        message: {
          metadata: headerOf(data, "x-telemark-id"),
          messageId: member(data, "message_id") ?? headerOf(data, "message-id"),
          providerId: textOf(member(data, "email_id"), 998)
        },
        recipient: addressOf(listOf(member(data, "to"))[0]),
        at: fromIsoDate(member(event, "created_at"))
      }
    },
    {
      "email.delivered": (base) => replied(base, "delivered", undefined),
      "email.delivery_delayed": (base) => replied(base, "deferred", undefined),
      "email.bounced": (base, event) => {
        const bounce = inside(event, "data", "bounce")
        const message = shownText(member(bounce, "message"))
        const verdict = amazonVerdict(member(bounce, "type"), member(bounce, "subType"), message)
        return bounced(base, verdict, message)
      },
      "email.suppressed": (base, event) =>
        bounced(
          base,
          "recipient_refused",
          shownText(inside(event, "data", "suppressed", "message"))
        ),
      "email.failed": (base, event) => {
        const reason = inside(event, "data", "failed", "reason")
        return bounced(base, isQuota(reason) ? "limit" : "undetermined", shownText(reason))
      },
      "email.complained": complained,
      "email.opened": (base, event) => opened(base, inside(event, "data", "open", "userAgent")),
      "email.clicked": (base, event) => {
        const click = inside(event, "data", "click")
        return clicked(base, member(click, "link"), member(click, "userAgent"))
      }
    }
  )

const prefix = "whsec_"

/** Standard Webhooks' secret: base64 after `whsec_`, of 16 bytes or more. */
const secretOf = (credential: string): Buffer | undefined => {
  const text = credential.trim()
  const base64 = text.slice(prefix.length)
  if (!text.startsWith(prefix) || !isBase64(base64)) return undefined
  const secret = Buffer.from(base64, "base64")
  return secret.length < 16 ? undefined : secret
}

/** While a secret is replaced, there is one with each. */
const maxSignatures = 16

/** HMAC with SHA-256 over id, time and raw body. */
const check = (
  { body, headers, now }: FeedbackRequest,
  credential: string
): Refused | undefined => {
  const secret = secretOf(credential)
  if (secret === undefined) return refused("missing_credential")
  const id = textOf(headers["svix-id"], maxSignature)
  const time = textOf(headers["svix-timestamp"], maxSignature)
  const signatures = textOf(headers["svix-signature"], maxSignature)
  if (id === undefined || time === undefined || signatures === undefined)
    return refused("missing_signature")
  const expected = `v1,${createHmac("sha256", secret).update(`${id}.${time}.`).update(body).digest("base64")}`
  const isSigned = signatures
    .split(" ", maxSignatures)
    .map((each) => isSameSecret(each, expected))
    .includes(true)
  const seconds = secondsOf(time)
  return isSigned && seconds !== undefined ? checkTime(seconds, now) : refused("wrong_signature")
}

/** https://resend.com/docs/webhooks/introduction and https://www.standardwebhooks.com */
export const resend: FeedbackProvider = {
  title: "Resend",
  headers: ["svix-id", "svix-timestamp", "svix-signature"],
  takes: {
    kind: "signing_key",
    problemOf: (credential) =>
      secretOf(credential) === undefined
        ? "This is not the signing secret of a webhook at Resend, which begins with whsec_ and goes on in base64."
        : undefined
  },
  read: async (request, credential) => {
    if (isTooLarge(request.body)) return refused("too_large")
    return (
      check(request, credential) ??
      readBody(request.body, (event) =>
        readSingle(event, readEvent(request.headers["svix-id"] ?? ""))
      )
    )
  }
}
