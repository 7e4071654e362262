import { hasLinkPlaceholder, parseWebUrl } from "@telemark/core"

/** Other spellings, which browsers take for http, too, are as rare as they are suspicious. */
const begin = /^[\0- ]*https?:\/\//i

/**
 * Where a link leads that may be replaced, as a browser would request it: an absolute http or https URL without user information. Undefined for any
 * other, and for one that contains an address for unsubscribing.
 */
export const trackedTarget = (address: string): string | undefined =>
  begin.test(address) && !hasLinkPlaceholder(address) ? parseWebUrl(address)?.href : undefined
