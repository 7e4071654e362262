export type { Bounce, IgnoredReason } from "./Bounce.js"
export { readBounce } from "./readBounce.js"
