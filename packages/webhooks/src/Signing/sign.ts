import { Redacted } from "effect"
import { createHmac } from "node:crypto"

/** What is signed: the bytes that go over the wire, and who they are for. */
export interface Signed {
  readonly event_id: string
  readonly body: Buffer
  /** The newest first; each signs. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

const prefix = "whsec_"

/** The key of Standard Webhooks: the bytes that the secret's text stands for. */
const decoded = (secret: string): Buffer => Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, "base64")

/**
 * The header fields that say whose a body is and when it was signed, names and values in turn. `seconds` since the epoch are
 * in both forms: `t=…,v1=…` keyed with the whole secret, in hexadecimal, as Stripe has it; and that of Standard Webhooks
 * 1.0.0, keyed with the secret's bytes, in base64.
 */
export const signatureFields = ({ body, event_id, secrets }: Signed, seconds: number): ReadonlyArray<string> => {
  const at = String(seconds)
  const service: Array<string> = [`t=${at}`]
  const standard: Array<string> = []
  for (const redacted of secrets) {
    const secret = Redacted.value(redacted)
    service.push(`v1=${createHmac("sha256", secret).update(`${at}.`).update(body).digest("hex")}`)
    standard.push(`v1,${createHmac("sha256", decoded(secret)).update(`${event_id}.${at}.`).update(body).digest("base64")}`)
  }
  return [
    "x-service-signature", service.join(","),
    "webhook-id", event_id,
    "webhook-timestamp", at,
    "webhook-signature", standard.join(" ")
  ]
}
