import type { DerivedKeys } from "@telemark/core"
import { createHmac, timingSafeEqual } from "node:crypto"

const macOf = (text: string, key: Uint8Array): Buffer =>
  createHmac("sha256", key).update(text).digest()

/** By the newest key, in base64url. */
export const signatureOf = (text: string, [key]: DerivedKeys): string =>
  macOf(text, key).toString("base64url")

/** Whether one of our keys has signed it. */
export const isSigned = (text: string, signature: string, keys: DerivedKeys): boolean => {
  const given = Buffer.from(signature, "base64url")
  return keys.some((key) => {
    const right = macOf(text, key)
    return given.length === right.length && timingSafeEqual(given, right)
  })
}
