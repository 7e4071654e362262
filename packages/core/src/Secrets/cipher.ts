import { Effect, Redacted } from "effect"
import { Entropy } from "../Ids/index.js"
import { SecretUnreadable } from "./errors.js"
import { placeBytes, type SecretPlace } from "./place.js"
import { nonceBytes, packSealed, type unpackSealed } from "./sealedText.js"
import type { SealingKey } from "./sealingKey.js"

const aesGcm = (nonce: Uint8Array<ArrayBuffer>, place: SecretPlace) => ({
  name: "AES-GCM", iv: nonce, additionalData: placeBytes(place), tagLength: 128
})

/** Without `ignoreBOM`, a password that begins with U+FEFF would come back shorter. */
const decodeUtf8 = (bytes: ArrayBuffer): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)

/** Encrypts with AES-256-GCM under a nonce of its own, bound to the place. */
export const seal = (key: SealingKey, secret: Redacted.Redacted, place: SecretPlace): Effect.Effect<string> =>
  Effect.gen(function*() {
    const nonce = (yield* Entropy).bytes(nonceBytes).slice()
    const text = new TextEncoder().encode(Redacted.value(secret))
    const encrypted = yield* Effect.promise(() => globalThis.crypto.subtle.encrypt(aesGcm(nonce, place), key.key, text))
    return packSealed({ keyId: key.id, nonce, encrypted: new Uint8Array(encrypted) })
  })

/** What was sealed with this key for this place; of anything else, `damaged`. */
export const open = (
  key: SealingKey,
  { encrypted, nonce }: Exclude<ReturnType<typeof unpackSealed>, undefined>,
  place: SecretPlace
): Effect.Effect<Redacted.Redacted, SecretUnreadable> =>
  Effect.tryPromise({
    try: async () => Redacted.make(decodeUtf8(await globalThis.crypto.subtle.decrypt(aesGcm(nonce, place), key.key, encrypted))),
    // The reason tells nothing more: whoever changed the text should learn nothing from it.
    catch: () => new SecretUnreadable({ reason: "damaged" })
  })
