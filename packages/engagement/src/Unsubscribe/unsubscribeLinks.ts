import type { LinkSubject, UnsubscribeLinks } from "@telemark/core"

/** The addresses for unsubscribing; undefined if the message doesn't offer it. */
export const unsubscribeLinksOf = (_base: string, _key: Uint8Array, _message: LinkSubject): UnsubscribeLinks | undefined => undefined
