import { createHmac } from "node:crypto"
import {
  type WebhookEvent,
  WebhookVerificationFailed,
  type WebhookVerificationReason
} from "../../src/index.js"

export const secret = `whsec_${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString("base64")}`
export const otherSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
/** An instant in epoch milliseconds, and the same in Unix seconds. */
export const now = 1_800_000_000_000
export const seconds = 1_800_000_000

export const event: WebhookEvent = {
  id: "evt_01950c4ee0f07d0fa2e1c8b5a9d34c6b",
  type: "email.bounced",
  created_at: "2027-01-15T08:00:00.000Z",
  data: {
    email_id: "em_01950c4ee0f07d0fa2e1c8b5a9d34c6b",
    recipient: "ada@example.com",
    sender: "Shop <shop@example.com>",
    subject: "Grüße ✉️",
    status: "bounced",
    template_id: null,
    metadata: { order: 42 },
    tags: { kind: "order" },
    topic: null,
    attempts: 1,
    smtp_response: "550 5.1.1 No such user",
    error_message: "The recipient's address does not exist or takes no mail.",
    failure_code: "invalid_recipient",
    next_attempt_at: null
  }
}
export const body = JSON.stringify(event)

interface Signing {
  readonly body?: string | Uint8Array
  readonly id?: string
  readonly at?: number
  readonly secrets?: ReadonlyArray<string>
}

const bytes = (text: string | Uint8Array) => (typeof text === "string" ? Buffer.from(text) : text)

export const standardHeaders = ({
  at = seconds,
  body: signed = body,
  id = event.id,
  secrets = [secret]
}: Signing = {}) => ({
  "webhook-id": id,
  "webhook-timestamp": String(at),
  "webhook-signature": secrets
    .map(
      (one) =>
        `v1,${createHmac("sha256", Buffer.from(one.slice("whsec_".length), "base64"))
          .update(`${id}.${String(at)}.`)
          .update(bytes(signed))
          .digest("base64")}`
    )
    .join(" ")
})

export const serviceHeaders = ({
  at = seconds,
  body: signed = body,
  secrets = [secret]
}: Signing = {}) => ({
  "x-service-signature": [
    `t=${String(at)}`,
    ...secrets.map(
      (one) =>
        `v1=${createHmac("sha256", one)
          .update(`${String(at)}.`)
          .update(bytes(signed))
          .digest("hex")}`
    )
  ].join(",")
})

/** Why a verification was refused. */
export const refusal = async (
  verification: Promise<WebhookEvent>
): Promise<WebhookVerificationFailed> => {
  try {
    await verification
  } catch (error) {
    if (error instanceof WebhookVerificationFailed) return error
    throw error
  }
  throw new Error("was accepted")
}

export const reasonOf = async (
  verification: Promise<WebhookEvent>
): Promise<WebhookVerificationReason> => (await refusal(verification)).reason
