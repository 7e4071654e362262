import { type DerivedKeys, isMacOf, writeMac } from "@telemark/core"

/** Octets of an HMAC-SHA-256. */
const macBytes = 32

/** By the newest key, in base64url. */
export const signatureOf = (text: string, [key]: DerivedKeys): string => {
  const length = Buffer.byteLength(text)
  const bytes = Buffer.alloc(length + macBytes)
  bytes.write(text)
  writeMac(key, bytes, length, macBytes)
  return bytes.toString("base64url", length)
}

/** Whether one of our keys has signed it. */
export const isSigned = (text: string, signature: string, keys: DerivedKeys): boolean => {
  const mac = Buffer.from(signature, "base64url")
  // A shorter one would be compared with the beginning of the right one.
  return mac.length === macBytes && isMacOf(keys, Buffer.from(text), mac)
}
