// Hot path (docs/hot-paths.md): MACs over one copy of the body, with keys that are kept.
import { type WebhookCall, writeMac } from "@telemark/core"
import { Redacted } from "effect"
import { createHash } from "node:crypto"

export interface Signed {
  readonly event_id: string
  readonly body: Buffer
  /** Newest first; each adds a signature. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
  /** Of `resend`, the headers of Standard Webhooks have the names of Svix, too. */
  readonly format?: WebhookCall["format"]
}

const prefix = "whsec_"
const digestBytes = 32
const blockBytes = 64

/** As RFC 2104 shortens keys. */
const keyOf = (octets: Buffer): Buffer =>
  octets.length > blockBytes ? createHash("sha256").update(octets).digest() : octets

const makeKeys = (secret: string) => ({
  /** The whole secret as text. */
  service: keyOf(Buffer.from(secret)),
  /** As in Standard Webhooks: the base64-decoded secret. */
  standard: keyOf(
    Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, "base64")
  )
})

const known = new WeakMap<Redacted.Redacted, ReturnType<typeof makeKeys>>()

const keysOf = (secret: Redacted.Redacted): ReturnType<typeof makeKeys> => {
  let keys = known.get(secret)
  if (keys === undefined) known.set(secret, (keys = makeKeys(Redacted.value(secret))))
  return keys
}

/** The content as text to be signed, with room for a MAC behind it. */
const signable = (before: string, body: Buffer): Buffer => {
  const octets = Buffer.allocUnsafe(before.length + body.length + digestBytes)
  octets.write(before, "latin1")
  body.copy(octets, before.length)
  return octets
}

const macOf = (key: Buffer, octets: Buffer, encoding: "hex" | "base64"): string => {
  const at = octets.length - digestBytes
  writeMac(key, octets, at, digestBytes)
  return octets.toString(encoding, at)
}

/**
 * Names and values alternating; `seconds` since the epoch. In two formats: Stripe's `t=…,v1=…`,
 * keyed with the whole secret as text, in hexadecimal; and Standard Webhooks 1.0.0, keyed with the
 * decoded secret, in base64.
 */
export const signatureFields = (
  { body, event_id, format, secrets }: Signed,
  seconds: number
): ReadonlyArray<string> => {
  const at = String(seconds)
  const content = signable(`${event_id}.${at}.`, body)
  const withoutId = content.subarray(event_id.length + 1)
  let service = `t=${at}`
  let standard = ""
  for (const secret of secrets) {
    const keys = keysOf(secret)
    service += `,v1=${macOf(keys.service, withoutId, "hex")}`
    standard += `${standard === "" ? "" : " "}v1,${macOf(keys.standard, content, "base64")}`
  }
  return [
    "x-service-signature",
    service,
    "webhook-id",
    event_id,
    "webhook-timestamp",
    at,
    "webhook-signature",
    standard,
    ...(format === "resend"
      ? ["svix-id", event_id, "svix-timestamp", at, "svix-signature", standard]
      : [])
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
