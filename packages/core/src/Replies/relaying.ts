import type { Reply } from "./Reply.js"

/** "Relay access denied", "relaying not permitted", "unable to relay": said of a recipient whose domain the server isn't responsible for. */
const words = /\brelay/i

/** Whether a refusal speaks of relaying: the server may do for other recipients what it doesn't do for this one. */
export const isAboutRelaying = ({ text }: Reply): boolean => words.test(text)
