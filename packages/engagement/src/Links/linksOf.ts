import type { LinkSubject, MessageLinks } from "@telemark/core"
import { type UnsubscribeMailto, unsubscribeLinksOf } from "../Unsubscribe/index.js"
import { linkBaseOf } from "./linkBase.js"
import { trackingLinksOf } from "./trackingLinks.js"

/** The addresses that a message carries to the service at `publicUrl`; undefined if it carries none. */
export const linksOf = (publicUrl: string, key: Uint8Array, message: LinkSubject, mailto?: UnsubscribeMailto): MessageLinks | undefined => {
  const base = linkBaseOf(publicUrl, message)
  const unsubscribe = unsubscribeLinksOf(base, key, message, mailto)
  const { click, pixel } = trackingLinksOf([base, publicUrl], key, message) ?? {}
  return unsubscribe === undefined && click === undefined && pixel === undefined ? undefined : { pixel, click, unsubscribe }
}
