export { layerDomainStore } from "./DomainStore.js"
export { makeFindSenders } from "./findSenders.js"
export { makeFindSigningKeys } from "./findSigningKeys.js"
