import type { LinkSubject } from "@telemark/core"

/** What the addresses in a message begin with, without a slash at its end. */
export const linkBaseOf = (publicUrl: string, _message: LinkSubject): string => publicUrl
