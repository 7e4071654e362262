import type { LinkSubject, MessageLinks } from "@telemark/core"
import { unsubscribeLinksOf } from "../Unsubscribe/index.js"
import { linkBaseOf } from "./linkBase.js"

/** The addresses that a message carries to the service at `publicUrl`; undefined if it carries none. */
export const linksOf = (publicUrl: string, key: Uint8Array, message: LinkSubject): MessageLinks | undefined => {
  const base = linkBaseOf(publicUrl, message)
  const unsubscribe = unsubscribeLinksOf(base, key, message)
  return unsubscribe === undefined ? undefined : { pixel: undefined, click: undefined, unsubscribe }
}
