export type { Bounce, IgnoredReason } from "./Bounce.js"
export { maxMessageBytes } from "./parseMime.js"
export { readBounce } from "./readBounce.js"
export { reportsOf } from "./reportsOf.js"
