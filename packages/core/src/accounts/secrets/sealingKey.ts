import { Effect, Redacted } from "effect"
import { Hex } from "effect/encoding"
import type { SecretKey } from "./StoredKeys.js"

/** A key derived from a secret for sealing. */
export interface SealingKey {
  readonly secret: SecretKey
  /**
   * Identifies the key of a sealed text without revealing anything of it: four derived bytes in
   * hex.
   */
  readonly id: string
  /** For AES-256-GCM; not extractable. */
  readonly key: CryptoKey
}

const hkdf = (purpose: string) => ({
  name: "HKDF",
  hash: "SHA-256",
  // The secret is random over its whole length, so that a salt would add nothing (RFC 5869 3.1).
  salt: new Uint8Array(0),
  info: new TextEncoder().encode(`telemark/secrets/1/${purpose}`)
})

/** Derives the sealing key and its id by HKDF-SHA-256 (RFC 5869). */
export const deriveSealingKey = (secret: SecretKey): Effect.Effect<SealingKey> =>
  Effect.promise(async () => {
    const { subtle } = globalThis.crypto
    const base = await subtle.importKey("raw", Redacted.value(secret).slice(), "HKDF", false, [
      "deriveBits",
      "deriveKey"
    ])
    const id = await subtle.deriveBits(hkdf("key id"), base, 32)
    const key = await subtle.deriveKey(
      hkdf("aes-256-gcm"),
      base,
      { name: "AES-GCM", length: 256 },
      false,
      ["encrypt", "decrypt"]
    )
    return { secret, id: Hex.encode(new Uint8Array(id)), key }
  })

/** 32 bytes for one purpose. */
export const derivePurposeKey = (secret: SecretKey, purpose: string): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const { subtle } = globalThis.crypto
    const base = await subtle.importKey("raw", Redacted.value(secret).slice(), "HKDF", false, [
      "deriveBits"
    ])
    return new Uint8Array(await subtle.deriveBits(hkdf(`token/${purpose}`), base, 256))
  })

export const isSameSecret = (a: SecretKey, b: SecretKey): boolean =>
  Hex.encode(Redacted.value(a)) === Hex.encode(Redacted.value(b))
