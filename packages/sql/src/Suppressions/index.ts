export { addressKey, makeFindSuppressed } from "./suppressed.js"
export { layerSuppressionStore } from "./SuppressionStore.js"
export { makeWriteSuppressions } from "./writeSuppressions.js"
