export { type HostOwners, isAtHome, makeHostOwners } from "./hostOwners.js"
export { makeTrackingPages } from "./makeTrackingPages.js"
