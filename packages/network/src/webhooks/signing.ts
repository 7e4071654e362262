import { Redacted } from "effect"
import { createHmac } from "node:crypto"

export interface Signed {
  readonly event_id: string
  readonly body: Buffer
  /** Newest first; each adds a signature. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

const prefix = "whsec_"

/** The key as in Standard Webhooks: the base64-decoded secret. */
const decoded = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, "base64")

/**
 * Names and values alternating; `seconds` since the epoch. In two formats: Stripe's `t=…,v1=…`,
 * keyed with the whole secret as text, in hexadecimal; and Standard Webhooks 1.0.0, keyed with the
 * decoded secret, in base64.
 */
export const signatureFields = (
  { body, event_id, secrets }: Signed,
  seconds: number
): ReadonlyArray<string> => {
  const at = String(seconds)
  const service: Array<string> = [`t=${at}`]
  const standard: Array<string> = []
  for (const redacted of secrets) {
    const secret = Redacted.value(redacted)
    service.push(`v1=${createHmac("sha256", secret).update(`${at}.`).update(body).digest("hex")}`)
    standard.push(
      `v1,${createHmac("sha256", decoded(secret)).update(`${event_id}.${at}.`).update(body).digest("base64")}`
    )
  }
  return [
    "x-service-signature",
    service.join(","),
    "webhook-id",
    event_id,
    "webhook-timestamp",
    at,
    "webhook-signature",
    standard.join(" ")
  ]
}

const fixedFields = [
  "content-type",
  "application/json",
  "user-agent",
  "Telemark/1 (webhooks)",
  "accept-encoding",
  "identity"
]

/** Names and values alternating; signed at `now`, in epoch milliseconds. */
export const requestFields = (signed: Signed, now: number): ReadonlyArray<string> => [
  ...fixedFields,
  ...signatureFields(signed, Math.floor(now / 1000))
]

/** `requestFields` as an object, for tests that make such requests. */
export const webhookHeaders = (signed: Signed, now: number): Readonly<Record<string, string>> => {
  const fields = requestFields(signed, now)
  return Object.fromEntries(
    fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1] ?? ""]] : []))
  )
}
