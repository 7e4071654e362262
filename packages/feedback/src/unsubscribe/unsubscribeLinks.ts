import { type LinkSubject, offersUnsubscribing, type UnsubscribeLinks } from "@telemark/core"
import type { LinkFrame } from "../tokens/LinkFrame.js"
import { linkToken } from "../tokens/linkToken.js"
import { pageAddresses } from "./requests/pagePath.js"

/** The address to which mail unsubscribes from a message, as a `mailto:` URL. */
export type UnsubscribeMailto = (emailId: string) => string

/**
 * The addresses for unsubscribing; undefined if the message doesn't offer it. Without `mailto`,
 * nobody takes such mail.
 */
export const unsubscribeLinksOf = (
  { bases: [base], ending }: LinkFrame,
  key: Uint8Array,
  message: LinkSubject,
  mailto?: UnsubscribeMailto
): UnsubscribeLinks | undefined => {
  const { body, id, topic } = message
  if (!offersUnsubscribing({ topic, html: body?.html ?? null, text: body?.text ?? null }))
    return undefined
  return { ...pageAddresses(base, linkToken(key, "page", id), ending), mailto: mailto?.(id) }
}
