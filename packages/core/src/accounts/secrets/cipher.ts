import { Effect, Redacted } from "effect"
import { Entropy } from "../../kernel/ids.js"
import { SecretUnreadable } from "./errors.js"
import { nonceBytes, packSealed, type unpackSealed } from "./sealedText.js"
import type { SealingKey } from "./sealingKey.js"
import { referenceBytes, type SecretReference } from "./secretReference.js"

const aesGcm = (nonce: Uint8Array<ArrayBuffer>, reference: SecretReference) => ({
  name: "AES-GCM",
  iv: nonce,
  additionalData: referenceBytes(reference),
  tagLength: 128
})

/** Without `ignoreBOM`, a password that begins with U+FEFF would lose it. */
const decodeUtf8 = (bytes: ArrayBuffer): string =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)

export const seal = (
  key: SealingKey,
  secret: Redacted.Redacted,
  reference: SecretReference
): Effect.Effect<string> =>
  Effect.gen(function* () {
    const nonce = (yield* Entropy).bytes(nonceBytes).slice()
    const text = new TextEncoder().encode(Redacted.value(secret))
    const encrypted = yield* Effect.promise(() =>
      globalThis.crypto.subtle.encrypt(aesGcm(nonce, reference), key.key, text)
    )
    return packSealed({ keyId: key.id, nonce, encrypted: new Uint8Array(encrypted) })
  })

/** Decrypts what was sealed with this key for this reference; anything else is `damaged`. */
export const open = (
  key: SealingKey,
  { encrypted, nonce }: Exclude<ReturnType<typeof unpackSealed>, undefined>,
  reference: SecretReference
): Effect.Effect<Redacted.Redacted, SecretUnreadable> =>
  Effect.tryPromise({
    try: async () =>
      Redacted.make(
        decodeUtf8(
          await globalThis.crypto.subtle.decrypt(aesGcm(nonce, reference), key.key, encrypted)
        )
      ),
    // No details: someone who tampers with the text should learn nothing from the error.
    catch: () => new SecretUnreadable({ reason: "damaged" })
  })
