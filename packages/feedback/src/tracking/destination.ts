import { parseWebUrl } from "@telemark/contract"

const control = /\p{Cc}/u

/**
 * A link's destination as it may stand in a `Location` field: an absolute http or https URL in
 * ASCII, without user information. Undefined for anything else. A token's destination is looked at
 * again when it is followed: what signs it may change, and mail is followed for years.
 */
export const destinationOf = (text: string): string | undefined =>
  control.test(text) ? undefined : parseWebUrl(text)?.href
