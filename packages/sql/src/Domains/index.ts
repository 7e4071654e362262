export { layerDomainStore } from "./DomainStore.js"
export { makeFindSenders } from "./senders.js"
export { makeFindSigningKeys } from "./signingKeys.js"
