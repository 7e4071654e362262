export { type HostOwners, isAtHome, makeHostOwners } from "./hostOwners.js"
export { makeTrackingPages } from "./makeTrackingPages.js"
export { makeOnlyPagesAt } from "./onlyPagesAt.js"
export { makeStoppedLinks, type StoppedLinks } from "./stoppedLinks.js"
