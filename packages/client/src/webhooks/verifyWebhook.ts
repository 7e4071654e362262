import type { OperatorWebhookEvent, WebhookEvent } from "../generated/types.js"
import { bytesOfBody, eventOf, type RawBody } from "./body.js"
import { keyOf, secretsOf } from "./keys.js"
import { type Claim, claimOf, type Scheme, type WebhookHeaders } from "./signatures.js"
import { WebhookVerificationFailed } from "./WebhookVerificationFailed.js"

/** Options of `verifyWebhook`. */
export interface VerifyWebhookOptions {
  /** Seconds between the request's timestamp and now, in either direction; 300 by default. */
  readonly toleranceSeconds?: number
  /** Epoch milliseconds; the system clock by default. */
  readonly now?: () => number
}

const checkAge = (
  { timestamp }: Claim,
  { now = Date.now, toleranceSeconds = 300 }: VerifyWebhookOptions
): void => {
  const age = now() / 1000 - timestamp
  // Written so that NaN is refused.
  if (Math.abs(age) <= toleranceSeconds) return
  throw new WebhookVerificationFailed(
    "expired",
    age < 0
      ? "The request's timestamp is too far in the future: set the clock of this machine, or of the sending one."
      : "The request's timestamp is too old: it may be a replay by an attacker. If it is not, set the clock of this machine, or allow for " +
          "delays with toleranceSeconds; Telemark signs each new attempt again."
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

/** Compares in constant time. */
const isSame = (expected: string, given: string): boolean => {
  if (expected.length !== given.length) return false
  let difference = 0
  for (let index = 0; index < expected.length; index++)
    difference |= expected.charCodeAt(index) ^ given.charCodeAt(index)
  return difference === 0
}

/**
 * Verifies that a request was signed with the endpoint's secret and is recent, and returns its
 * event. Rejects with `WebhookVerificationFailed`; answer such a request with 400.
 *
 * `rawBody` is the body as received. Of several secrets one must match. Checks `webhook-signature`
 * (Standard Webhooks), or `x-service-signature` if that is missing. For an endpoint of the operator,
 * it is `verifyWebhook<OperatorWebhookEvent>`.
 */
export const verifyWebhook = async <
  Event extends WebhookEvent | OperatorWebhookEvent = WebhookEvent
>(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: string | ReadonlyArray<string>,
  options: VerifyWebhookOptions = {}
): Promise<Event> => {
  const body = bytesOfBody(rawBody)
  const claim = claimOf(headers)
  const secrets = secretsOf(secret)
  checkAge(claim, options)
  const keys = await Promise.all(secrets.map((one) => keyOf(one, claim.scheme)))
  const signed = concatenate(new TextEncoder().encode(claim.prefix), body)
  const digests = await Promise.all(keys.map((key) => crypto.subtle.sign("HMAC", key, signed)))
  const expected = digests.map((digest) => written[claim.scheme](new Uint8Array(digest)))
  // All, even after a match: the time doesn't reveal which one matched.
  const matches = expected.flatMap((one) => claim.signatures.map((given) => isSame(one, given)))
  if (matches.includes(true)) return eventOf(body) as Event
  throw new WebhookVerificationFailed(
    "mismatch",
    "No signature matches. Either the secret is not this endpoint's (each has its own, and rotating makes a new one), or the body is not exactly the received bytes " +
      "(a body that was parsed and serialised again has another signature). Otherwise somebody else sent it."
  )
}
