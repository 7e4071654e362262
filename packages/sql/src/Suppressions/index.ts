export { makeFindSuppressed } from "./suppressed.js"
export { layerSuppressionIncidentStore } from "./SuppressionIncidentStore.js"
export { layerSuppressionStore } from "./SuppressionStore.js"
export { makeWriteSuppressions } from "./writeSuppressions.js"
