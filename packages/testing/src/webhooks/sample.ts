import { type EmailEvent, type EmailEventData, type EventType, sampleEvent, uuidv7 } from "@telemark/core"
import { webhookHeaders } from "@telemark/webhooks"
import { Redacted } from "effect"
import { randomBytes } from "node:crypto"

/** What a sample is made of. */
export interface SampleWebhookOptions {
  /** The endpoint's secret, `whsec_…`; several sign side by side, as while a secret is rotated (the newest first). */
  readonly secret: string | ReadonlyArray<string>
  /** What the event says of its message, as far as that matters; the rest is made up. */
  readonly data?: Partial<EmailEventData> | undefined
  /** When it happened and was signed, as a Date or in epoch milliseconds; by default now. Receivers refuse what is older than five minutes. */
  readonly at?: Date | number | undefined
  /** `evt_…`; by default a new one each time. Give the same one twice to test that an event is handled once. */
  readonly id?: string | undefined
}

/** A request as a webhook endpoint gets it by POST. */
export interface SampleWebhook<Type extends EventType = EventType> {
  /** Every header field of the request, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes that are signed, as text: pass them on as they are. */
  readonly body: string
  /** What the body says. */
  readonly event: EmailEvent<Type>
}

const isSecret = (secret: string): boolean => /^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secret)

const redactedOf = (secret: string | ReadonlyArray<string>): ReadonlyArray<Redacted.Redacted> => {
  const secrets = typeof secret === "string" ? [secret] : secret
  if (secrets.length === 0 || !secrets.every(isSecret)) {
    throw new TypeError("sampleWebhook needs the secret of an endpoint, from whsec_ to the end, or one from webhookSecret().")
  }
  return secrets.map((text) => Redacted.make(text))
}

/** A fresh secret in the form of an endpoint's: `whsec_` and 32 random bytes in base64, as Standard Webhooks has it. */
export const webhookSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`

/**
 * A webhook of that kind about a message that doesn't exist, signed as real ones are. `verifyWebhook` takes it, and so does any
 * library for Standard Webhooks: `const { headers, body } = sampleWebhook("email.bounced", { secret })`. Another secret, or an `at`
 * long ago, makes one to refuse. Throws a `TypeError` for what is no webhook secret.
 */
export const sampleWebhook = <Type extends EventType>(type: Type, options: SampleWebhookOptions): SampleWebhook<Type> => {
  const at = new Date(options.at ?? Date.now()).getTime()
  const fresh = (prefix: "evt" | "em"): string => `${prefix}_${uuidv7(at, randomBytes(16))}`
  const id = options.id ?? fresh("evt")
  const sample = sampleEvent(type, { event: id, email: fresh("em") }, at)
  const event = { ...sample, type, data: { ...sample.data, ...options.data } }
  const body = JSON.stringify(event)
  return { headers: webhookHeaders({ event_id: id, body: Buffer.from(body), secrets: redactedOf(options.secret) }, at), body, event }
}
