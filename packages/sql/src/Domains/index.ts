export { layerDomainStore } from "./DomainStore.js"
export { makeSelectSenders, type SenderRow, sendersOf } from "./findSenders.js"
export { type DomainOfMessage, makeFindSigningKeys, unverifiedDomain } from "./findSigningKeys.js"
