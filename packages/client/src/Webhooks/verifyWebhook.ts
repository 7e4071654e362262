import { bytesOfBody, eventOf, type RawBody } from "./body.js"
import type { WebhookHeaders } from "./headers.js"
import { keyOf, secretsOf } from "./keys.js"
import { type Claim, claimOf, type Scheme } from "./signatures.js"
import type { WebhookEvent } from "./WebhookEvent.js"
import { WebhookVerificationFailed } from "./WebhookVerificationFailed.js"

/** How strictly a request is looked at. */
export interface VerifyWebhookOptions {
  /** By how many seconds the request's timestamp may be off, to either side; 300 by default. */
  readonly toleranceSeconds?: number
  /** The present, in epoch milliseconds; by default the clock's. */
  readonly now?: () => number
}

const checkAge = ({ timestamp }: Claim, { now = Date.now, toleranceSeconds = 300 }: VerifyWebhookOptions): void => {
  const age = now() / 1000 - timestamp
  // Written so that what is not a number refuses.
  if (Math.abs(age) <= toleranceSeconds) return
  throw new WebhookVerificationFailed(
    "expired",
    age < 0
      ? "The request's timestamp lies too far in the future: set the clock of this machine, or of the one that sends."
      : "The request's timestamp is too old: it may be a repetition by somebody else. If it is not, set the clock of this machine, or allow for " +
        "what delays requests with toleranceSeconds; an attempt that Telemark makes again is signed anew."
  )
}

const concatenate = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

const written: Readonly<Record<Scheme, (digest: Uint8Array) => string>> = {
  standard: (digest) => btoa(String.fromCharCode(...digest)),
  service: (digest) => Array.from(digest, (octet) => octet.toString(16).padStart(2, "0")).join("")
}

/** Whether two texts are the same, in a time that doesn't tell where they differ. */
const isSame = (expected: string, given: string): boolean => {
  if (expected.length !== given.length) return false
  let difference = 0
  for (let index = 0; index < expected.length; index++) difference |= expected.charCodeAt(index) ^ given.charCodeAt(index)
  return difference === 0
}

/**
 * Makes sure that a request comes from who has the endpoint's secret, and is not an old one, and answers with its event.
 * Rejects with `WebhookVerificationFailed`: answer such a request with 400.
 *
 * `rawBody` is the body as it was received; `secret` the endpoint's, or several of which any will do. `webhook-signature` (Standard
 * Webhooks) is what is checked, or `x-service-signature` where that is missing.
 */
export const verifyWebhook = async (
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: string | ReadonlyArray<string>,
  options: VerifyWebhookOptions = {}
): Promise<WebhookEvent> => {
  const body = bytesOfBody(rawBody)
  const claim = claimOf(headers)
  const secrets = secretsOf(secret)
  checkAge(claim, options)
  const keys = await Promise.all(secrets.map((one) => keyOf(one, claim.scheme)))
  const signed = concatenate(new TextEncoder().encode(claim.prefix), body)
  const digests = await Promise.all(keys.map((key) => crypto.subtle.sign("HMAC", key, signed)))
  const expected = digests.map((digest) => written[claim.scheme](new Uint8Array(digest)))
  // All are compared, also behind one that fits: how long it takes doesn't tell which.
  const matches = expected.flatMap((one) => claim.signatures.map((given) => isSame(one, given)))
  if (matches.includes(true)) return eventOf(body)
  throw new WebhookVerificationFailed(
    "mismatch",
    "No signature fits. Either the secret is not this endpoint's (each has its own, and rotating makes a new one), or the body is not what was received, " +
      "byte for byte: one that was parsed and written again has another signature. Otherwise somebody else has sent it."
  )
}
