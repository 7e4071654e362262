import { Base64Url } from "effect/encoding"

/** Random bytes of a session's secret, and of a token that signs in. */
export const sessionSecretBytes = 32

export const mintSessionSecret = (random: Uint8Array): string => Base64Url.encode(random)

/** Whether text has the form of such a secret: anything else is refused without a look-up. */
export const isSessionSecret = (text: string): boolean => /^[\w-]{43}$/.test(text)
