export { makeTrackingPages } from "./makeTrackingPages.js"
