import type { Scheme } from "./signatures.js"
import { WebhookVerificationFailed } from "./WebhookVerificationFailed.js"

/** A secret as it was shown, and the part behind its prefix. */
export interface Secret {
  /** From `whsec_` to the end. */
  readonly text: string
  readonly base64: string
}

const whole = /^whsec_((?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/

/**
 * What was given as a secret or several, each with the base64 in it. Unknown, since it mostly comes out of the environment,
 * where it may be missing; one that can't be right refuses the others too, so that it is noticed before it is needed.
 */
export const secretsOf = (given: unknown): ReadonlyArray<Secret> => {
  const texts: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  const secrets = texts.flatMap((text) => {
    const base64 = typeof text === "string" ? whole.exec(text)?.[1] : undefined
    return typeof text === "string" && base64 !== undefined ? [{ text, base64 }] : []
  })
  if (secrets.length > 0 && secrets.length === texts.length) return secrets
  throw new WebhookVerificationFailed(
    "malformed_secret",
    "The secret is no webhook secret: give the whole text that was shown when the endpoint was made or its secret rotated, from " +
      "whsec_ to the end, without quotation marks, white space or a line break."
  )
}

/** The bytes that sign: of Telemark's own scheme the whole text, of Standard Webhooks what its base64 stands for. */
const bytesOf = ({ base64, text }: Secret, scheme: Scheme): Uint8Array<ArrayBuffer> =>
  scheme === "service" ? new TextEncoder().encode(text) : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

const max = 64
const keys = new Map<string, CryptoKey>()

/**
 * The key of a secret. Keys are kept: importing one takes about a third as long as a signature. It is the keys that are kept
 * and not the promises of them, since some edge runtimes refuse to wait for a promise that another request has made.
 */
export const keyOf = async (secret: Secret, scheme: Scheme): Promise<CryptoKey> => {
  const name = `${scheme} ${secret.text}`
  const known = keys.get(name)
  if (known !== undefined) return known
  const key = await crypto.subtle.importKey("raw", bytesOf(secret, scheme), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  const [oldest] = keys.keys()
  if (keys.size >= max && oldest !== undefined) keys.delete(oldest)
  keys.set(name, key)
  return key
}
