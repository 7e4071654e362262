export { layerDomainStore } from "./DomainStore.js"
export { type FoundSenders, makeFindSenders } from "./senders.js"
export { makeFindSigningKeys } from "./signingKeys.js"
