import { addressToken, emailIdOfAddressToken } from "./addressToken.js"

/** The local part of an address to which mail unsubscribes is this and a token. */
export const unsubscribePrefix = "u+"

/**
 * The address to which mail unsubscribes the recipient of a message. `host` is that of return
 * paths.
 */
export const unsubscribeAddress = (key: Uint8Array, emailId: string, host: string): string =>
  `${unsubscribePrefix}${addressToken("unsubscribe", key, emailId)}@${host}`

/**
 * The id in the token of such an address, in whatever case it came back. Undefined if no key of
 * `keys` made it.
 */
export const emailIdOfUnsubscribeToken = (
  keys: ReadonlyArray<Uint8Array>,
  token: string
): string | undefined => emailIdOfAddressToken("unsubscribe", keys, token)
