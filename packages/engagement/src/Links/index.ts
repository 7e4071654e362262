export { type EngagementOptions, layerLinks } from "./layerLinks.js"
