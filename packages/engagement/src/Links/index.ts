export { type EngagementOptions, layerLinks, type LinksOptions } from "./layerLinks.js"
