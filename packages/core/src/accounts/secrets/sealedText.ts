import { Result } from "effect"
import { Base64, Hex } from "effect/encoding"

/**
 * A sealed secret is the base64 of: version (1 byte), key id (4), nonce (12), tag (16), ciphertext.
 * The version implies everything else: AES-256-GCM, key derivation, and the bound reference.
 */
const version = 1
const idEnd = 5
const nonceEnd = 17
const tagEnd = 33

/** A new random nonce for each sealing (NIST SP 800-38D 8.2.2). */
export const nonceBytes = nonceEnd - idEnd

interface SealedParts {
  readonly keyId: string
  readonly nonce: Uint8Array<ArrayBuffer>
  /** As in WebCrypto: the tag follows the ciphertext. */
  readonly encrypted: Uint8Array<ArrayBuffer>
}

const concat = (...parts: ReadonlyArray<ArrayLike<number>>): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => Array.from(part)))

export const packSealed = ({ encrypted, keyId, nonce }: SealedParts): string => {
  const tagStart = encrypted.length - (tagEnd - nonceEnd)
  const id = Array.from({ length: idEnd - 1 }, (_, index) =>
    Number.parseInt(keyId.slice(2 * index, 2 * index + 2), 16)
  )
  return Base64.encode(
    concat([version], id, nonce, encrypted.subarray(tagStart), encrypted.subarray(0, tagStart))
  )
}

export const unpackSealed = (text: string): SealedParts | undefined => {
  const bytes = Result.getOrUndefined(Base64.decode(text))
  if (bytes === undefined || bytes.length < tagEnd || bytes[0] !== version) return undefined
  return {
    keyId: Hex.encode(bytes.subarray(1, idEnd)),
    nonce: bytes.slice(idEnd, nonceEnd),
    encrypted: concat(bytes.subarray(tagEnd), bytes.subarray(nonceEnd, tagEnd))
  }
}
