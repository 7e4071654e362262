export { layerDomainStore } from "./DomainStore.js"
export { makeFindSenders } from "./findSenders.js"
export { type DomainOfMessage, makeFindSigningKeys, unverifiedDomain } from "./findSigningKeys.js"
