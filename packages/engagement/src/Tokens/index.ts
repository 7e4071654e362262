export {
  type Click,
  clickEnd,
  clickStart,
  isClickOf,
  readClick,
  tenantMarkOf
} from "./clickToken.js"
export type { LinkFrame } from "./LinkFrame.js"
export { type LinkKind, linkToken, readLinkToken } from "./linkToken.js"
export { maxTokenLength } from "./tokenBytes.js"
