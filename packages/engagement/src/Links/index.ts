export type { LinkFrame } from "./trackingLinks.js"
export { type EngagementOptions, layerLinks, type LinksOptions } from "./layerLinks.js"
