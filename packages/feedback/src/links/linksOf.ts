import type { LinkSubject, MessageLinks } from "@telemark/core"
import type { LinkFrame } from "../tokens/LinkFrame.js"
import { unsubscribeLinksOf, type UnsubscribeMailto } from "../unsubscribe/unsubscribeLinks.js"
import { trackingLinksOf } from "./trackingLinks.js"

/** The addresses that a message carries to this service; undefined if it carries none. */
export const linksOf = (
  frame: LinkFrame,
  key: Uint8Array,
  message: LinkSubject,
  mailto?: UnsubscribeMailto
): MessageLinks | undefined => {
  const unsubscribe = unsubscribeLinksOf(frame, key, message, mailto)
  const { click, pixel } = trackingLinksOf(frame, key, message) ?? {}
  return unsubscribe === undefined && click === undefined && pixel === undefined
    ? undefined
    : { pixel, click, unsubscribe }
}
