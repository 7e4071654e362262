import { Redacted, Result } from "effect"
import { Base64, Hex } from "effect/encoding"
import { createCipheriv, createDecipheriv } from "node:crypto"
import { SecretUnreadable } from "./secretErrors.js"
import type { SealingKey } from "./secretKeys.js"

/** What was sealed for one location can't be opened at another. */
export interface SecretReference {
  readonly table:
    | "smtp_configs"
    | "dkim_keys"
    | "webhook_endpoints"
    | "feedback_sources"
    | "tenants"
  /** Empty for secrets of the operator. */
  readonly tenant_id: string
  /** Identifies the row within the tenant; empty if there is only one. */
  readonly row: string
  readonly column: string
}

/** The bytes to authenticate; they aren't stored. JSON separates the members unambiguously. */
const referenceBytes = ({ column, row, table, tenant_id }: SecretReference): Uint8Array =>
  new TextEncoder().encode(JSON.stringify([table, tenant_id, row, column]))

/**
 * A sealed secret is the base64 of: version (1 byte), key id (4), nonce (12), tag (16), ciphertext.
 * The version implies everything else: AES-256-GCM, key derivation, and the bound reference.
 */
const version = 1
const idEnd = 5
const nonceEnd = 17
const tagEnd = 33

const algorithm = "aes-256-gcm"

/** A new random nonce for each sealing (NIST SP 800-38D 8.2.2). */
export const nonceBytes = nonceEnd - idEnd

/** As text without white space. */
export const sealText = (
  { id, key }: SealingKey,
  secret: Redacted.Redacted,
  reference: SecretReference,
  nonce: Uint8Array
): string => {
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(referenceBytes(reference))
  const encrypted = [cipher.update(Redacted.value(secret), "utf8"), cipher.final()]
  return Buffer.concat([
    Uint8Array.of(version),
    Buffer.from(id, "hex"),
    nonce,
    cipher.getAuthTag(),
    ...encrypted
  ]).toString("base64")
}

const bytesOf = (sealed: string): Uint8Array | undefined => {
  const bytes = Result.getOrUndefined(Base64.decode(sealed))
  return bytes !== undefined && bytes.length >= tagEnd && bytes[0] === version ? bytes : undefined
}

/** Undefined if it is no sealed text. */
export const keyIdOf = (sealed: string): string | undefined => {
  const bytes = bytesOf(sealed)
  return bytes && Hex.encode(bytes.subarray(1, idEnd))
}

/** Without `ignoreBOM`, a password that begins with U+FEFF would lose it. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** What wasn't sealed with this key for this location is `damaged`. */
export const openText = (
  { key }: SealingKey,
  sealed: string,
  reference: SecretReference
): Result.Result<Redacted.Redacted, SecretUnreadable> =>
  Result.try({
    try: () => {
      const bytes = bytesOf(sealed) ?? new Uint8Array()
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(idEnd, nonceEnd))
        .setAAD(referenceBytes(reference))
        .setAuthTag(bytes.subarray(nonceEnd, tagEnd))
      const decrypted = [decipher.update(bytes.subarray(tagEnd)), decipher.final()]
      return Redacted.make(utf8.decode(Buffer.concat(decrypted)))
    },
    // No details: someone who tampers with the text should learn nothing from the error.
    catch: () => new SecretUnreadable({ reason: "damaged" })
  })
