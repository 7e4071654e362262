/**
 * What readers do with mail: the signed addresses that it carries to this service, and the answers
 * to them.
 */
export { type EngagementOptions, layerLinks, type LinksOptions } from "./Links/index.js"
export { layerPublicPages } from "./Pages/index.js"
export {
  type Click,
  clickEnd,
  clickStart,
  type LinkKind,
  linkToken,
  readClick,
  readLinkToken
} from "./Tokens/index.js"
