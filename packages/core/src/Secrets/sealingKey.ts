import { Effect, Encoding, Redacted } from "effect"
import type { SecretKey } from "./StoredKeys.js"

/** A key as it is used: never the secret itself, but what is derived from it for this purpose alone. */
export interface SealingKey {
  readonly secret: SecretKey
  /** Tells which key a sealed text needs, and nothing about the key: four derived bytes in hex. */
  readonly id: string
  /** For AES-256-GCM; its bytes can't be read back. */
  readonly key: CryptoKey
}

const hkdf = (purpose: string) => ({
  name: "HKDF",
  hash: "SHA-256",
  // The secret is random over its whole length, so that a salt would add nothing (RFC 5869 3.1).
  salt: new Uint8Array(0),
  info: new TextEncoder().encode(`telemark/secrets/1/${purpose}`)
})

/** Derives by HKDF-SHA-256 (RFC 5869) what seals, and the id that names it. */
export const deriveSealingKey = (secret: SecretKey): Effect.Effect<SealingKey> =>
  Effect.promise(async () => {
    const { subtle } = globalThis.crypto
    const base = await subtle.importKey("raw", Redacted.value(secret).slice(), "HKDF", false, ["deriveBits", "deriveKey"])
    const id = await subtle.deriveBits(hkdf("key id"), base, 32)
    const key = await subtle.deriveKey(hkdf("aes-256-gcm"), base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"])
    return { secret, id: Encoding.encodeHex(new Uint8Array(id)), key }
  })

/** 32 bytes derived for a purpose other than sealing. */
export const deriveTokenBytes = (secret: SecretKey, purpose: string): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const { subtle } = globalThis.crypto
    const base = await subtle.importKey("raw", Redacted.value(secret).slice(), "HKDF", false, ["deriveBits"])
    return new Uint8Array(await subtle.deriveBits(hkdf(`token/${purpose}`), base, 256))
  })

/** Whether two secrets are the same bytes. */
export const isSameSecret = (a: SecretKey, b: SecretKey): boolean =>
  Encoding.encodeHex(Redacted.value(a)) === Encoding.encodeHex(Redacted.value(b))
