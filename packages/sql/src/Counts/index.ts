export { makeCounters } from "./counters.js"
export { differences } from "./differences.js"
export { type Change, type Count, hourMillis, hourOf, netChanges } from "./netChanges.js"
