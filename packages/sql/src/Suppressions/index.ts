export { addressKey, makeFindSuppressed } from "./suppressed.js"
export { layerSuppressionStore } from "./SuppressionStore.js"
