import { hash } from "node:crypto"
import { crc32 } from "node:zlib"

/**
 * The text of an API key: `tmk_`, a public id of 10 base62 characters, `_`, 32 random bytes as 43
 * base62 characters, and a checksum of 6. The checksum lets junk be refused without touching
 * storage, and lets secret scanners tell a real key from a look-alike.
 */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const idLength = 10
const secretLength = 43
const checksumLength = 6
const pattern = new RegExp(
  `^(tmk_[0-9A-Za-z]{${String(idLength)}})_([0-9A-Za-z]{${String(secretLength)}})([0-9A-Za-z]{${String(checksumLength)}})$`
)

/** 8 for the public id (58 bits are used), 32 for the secret. */
export const keyEntropyBytes = 40

const base62 = (value: bigint, length: number): string => {
  let text = ""
  for (let rest = value; text.length < length; rest /= 62n)
    text = (alphabet[Number(rest % 62n)] ?? "") + text
  return text
}

const toBigInt = (bytes: Uint8Array): bigint =>
  bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n)

/** The CRC-32 as in `base62`, for a number that needs no BigInt: each request computes it. */
const checksum = (text: string): string => {
  let sum = ""
  for (let rest = crc32(text); sum.length < checksumLength; rest = Math.floor(rest / 62))
    sum = (alphabet[rest % 62] ?? "") + sum
  return sum
}

/** The raw text is shown once; lists show the prefix. */
export const mintKey = (random: Uint8Array): { readonly key: string; readonly prefix: string } => {
  const prefix = `tmk_${base62(toBigInt(random.subarray(0, 8)), idLength)}`
  const body = `${prefix}_${base62(toBigInt(random.subarray(8, keyEntropyBytes)), secretLength)}`
  return { key: `${body}${checksum(body)}`, prefix }
}

/** Undefined if its form or checksum is wrong. */
export const parseKey = (key: string): { readonly prefix: string } | undefined => {
  const match = pattern.exec(key)
  const [, prefix = "", secret = "", sum = ""] = match ?? []
  return match !== null && checksum(`${prefix}_${secret}`) === sum ? { prefix } : undefined
}

export const isKeyPrefix = (text: string): boolean => /^tmk_[0-9A-Za-z]{10}$/.test(text)

/**
 * A fast digest (SHA-256), unlike the slow hash that is stored: verified keys are remembered by it,
 * and other random secrets are stored as it.
 */
export const fingerprintOf = (secret: string): string => hash("sha256", secret, "base64url")
