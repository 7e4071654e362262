import type { EmailEvent, EmailEventData, EventType } from "@telemark/contract"
import { sampleEvent, uuidv7 } from "@telemark/core"
import { webhookHeaders } from "@telemark/network"
import { Redacted } from "effect"
import { randomBytes } from "node:crypto"

export interface SampleWebhookOptions {
  /** `whsec_…`. Several all sign, as during a rotation; the newest comes first. */
  readonly secret: string | ReadonlyArray<string>
  /** The rest is made up. */
  readonly data?: Partial<EmailEventData> | undefined
  /**
   * When the event happened and was signed; now by default. Receivers refuse events older than five
   * minutes.
   */
  readonly at?: Date | number | undefined
  /** `evt_…`; a new one by default. The same id twice tests that an event is handled once. */
  readonly id?: string | undefined
}

/** As an endpoint receives it by POST. */
export interface SampleWebhook<Type extends EventType = EventType> {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The signed bytes as text; pass them on unchanged. */
  readonly body: string
  readonly event: EmailEvent<Type>
}

const isSecret = (secret: string): boolean =>
  /^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secret)

const redactedOf = (secret: string | ReadonlyArray<string>): ReadonlyArray<Redacted.Redacted> => {
  const secrets = typeof secret === "string" ? [secret] : secret
  if (secrets.length === 0 || !secrets.every(isSecret)) {
    throw new TypeError(
      "sampleWebhook needs the secret of an endpoint, from whsec_ to the end, or one from webhookSecret()."
    )
  }
  return secrets.map((text) => Redacted.make(text))
}

/** `whsec_` and 32 random bytes in base64, as in Standard Webhooks. */
export const webhookSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`

/**
 * A signed webhook about a message that doesn't exist: `const { headers, body } =
 * sampleWebhook("email.bounced", { secret })`. `verifyWebhook` and any library for Standard
 * Webhooks accept it. Throws a `TypeError` if `secret` isn't a webhook secret.
 */
export const sampleWebhook = <Type extends EventType>(
  type: Type,
  options: SampleWebhookOptions
): SampleWebhook<Type> => {
  const at = new Date(options.at ?? Date.now()).getTime()
  const fresh = (prefix: "evt" | "em"): string => `${prefix}_${uuidv7(at, randomBytes(16))}`
  const id = options.id ?? fresh("evt")
  const sample = sampleEvent(type, { event: id, email: fresh("em") }, at)
  const event = { ...sample, type, data: { ...sample.data, ...options.data } }
  const body = JSON.stringify(event)
  return {
    headers: webhookHeaders(
      { event_id: id, body: Buffer.from(body), secrets: redactedOf(options.secret) },
      at
    ),
    body,
    event
  }
}
