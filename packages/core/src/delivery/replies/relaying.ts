import type { Reply } from "./Reply.js"

/**
 * "Relay access denied", "relaying not permitted", "unable to relay": the server isn't responsible
 * for the recipient's domain.
 */
const words = /\brelay/i

/** Whether a refusal concerns relaying: the server may accept other recipients. */
export const isAboutRelaying = ({ text }: Reply): boolean => words.test(text)
