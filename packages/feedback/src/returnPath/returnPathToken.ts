import { addressToken, emailIdOfAddressToken } from "./addressToken.js"

/**
 * The token of a message in its return path: its id and a MAC of it, 39 characters of base32. It
 * names the message when its bounce comes back.
 */
export const returnPathToken = (key: Uint8Array, emailId: string): string =>
  addressToken("return path", key, emailId)

/** The id in a token, in whatever case it came back. Undefined if no key of `keys` made it. */
export const emailIdOfToken = (
  keys: ReadonlyArray<Uint8Array>,
  token: string
): string | undefined => emailIdOfAddressToken("return path", keys, token)
