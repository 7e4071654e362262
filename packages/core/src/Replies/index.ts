export { readReply } from "./readReply.js"
export { type Envelope, formatReply, type Reply, type Stage } from "./Reply.js"
export { type Consequence, consequences, type Reading, readingOf, type Subject, Verdict } from "./Verdict.js"
export { wordingOf } from "./wordingOf.js"
