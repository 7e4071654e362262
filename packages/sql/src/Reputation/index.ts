export { type Counted, makeCountMail } from "./countMail.js"
export { PausedTenants } from "./PausedTenants.js"
export { layerReputationStore } from "./ReputationStore.js"
