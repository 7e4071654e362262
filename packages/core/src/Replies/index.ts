export { isAboutRelaying } from "./relaying.js"
export { readReply } from "./readReply.js"
export { type Envelope, formatReply, isBeforeMessage, type Reply, type Stage } from "./Reply.js"
export { returnPathPrefix } from "./returnPath.js"
export {
  type Consequence,
  consequences,
  failureCodeOf,
  type Reading,
  readingOf,
  type Subject,
  Verdict
} from "./Verdict.js"
export { wordingOf } from "./wordingOf.js"
