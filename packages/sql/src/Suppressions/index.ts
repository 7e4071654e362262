export { makeFindSuppressed, makeSelectSuppressed, suppressedOf } from "./findSuppressed.js"
export { layerSuppressionIncidentStore } from "./SuppressionIncidentStore.js"
export { layerSuppressionStore } from "./SuppressionStore.js"
export { makeWriteSuppressions } from "./writeSuppressions.js"
