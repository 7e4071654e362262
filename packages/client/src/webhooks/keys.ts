import type { Scheme } from "./signatures.js"
import { WebhookVerificationFailed } from "./WebhookVerificationFailed.js"

export interface Secret {
  /** From `whsec_`. */
  readonly text: string
  readonly base64: string
}

const whole = /^whsec_((?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/

/** One invalid secret refuses all, so that it is noticed before it is needed. */
export const secretsOf = (given: unknown): ReadonlyArray<Secret> => {
  const texts: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  const secrets = texts.flatMap((text) => {
    const base64 = typeof text === "string" ? whole.exec(text)?.[1] : undefined
    return typeof text === "string" && base64 !== undefined ? [{ text, base64 }] : []
  })
  if (secrets.length > 0 && secrets.length === texts.length) return secrets
  throw new WebhookVerificationFailed(
    "malformed_secret",
    "The secret is not a webhook secret: give the whole text that was shown when the endpoint was created or its secret rotated, from " +
      "whsec_ to the end, without quotation marks, white space or a line break."
  )
}

/** The whole text in Telemark's own scheme, the decoded base64 in Standard Webhooks. */
const bytesOf = ({ base64, text }: Secret, scheme: Scheme): Uint8Array<ArrayBuffer> =>
  scheme === "service"
    ? new TextEncoder().encode(text)
    : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

const max = 64
const keys = new Map<string, CryptoKey>()

/**
 * Importing takes a third as long as signing. Keys, not promises: some edge runtimes refuse to
 * await another request's promise.
 */
export const keyOf = async (secret: Secret, scheme: Scheme): Promise<CryptoKey> => {
  const name = `${scheme} ${secret.text}`
  const known = keys.get(name)
  if (known !== undefined) return known
  const key = await crypto.subtle.importKey(
    "raw",
    bytesOf(secret, scheme),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"]
  )
  const [oldest] = keys.keys()
  if (keys.size >= max && oldest !== undefined) keys.delete(oldest)
  keys.set(name, key)
  return key
}
