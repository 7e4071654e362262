import type { LinkSubject, MessageLinks } from "@telemark/core"
import { type UnsubscribeMailto, unsubscribeLinksOf } from "../Unsubscribe/index.js"
import { trackingLinksOf } from "./trackingLinks.js"

/**
 * The addresses that a message carries to this service, which begin with the first of `bases`;
 * undefined if it carries none. All of them lead here.
 */
export const linksOf = (
  bases: readonly [string, ...ReadonlyArray<string>],
  key: Uint8Array,
  message: LinkSubject,
  mailto?: UnsubscribeMailto
): MessageLinks | undefined => {
  const unsubscribe = unsubscribeLinksOf(bases[0], key, message, mailto)
  const { click, pixel } = trackingLinksOf(bases, key, message) ?? {}
  return unsubscribe === undefined && click === undefined && pixel === undefined
    ? undefined
    : { pixel, click, unsubscribe }
}
