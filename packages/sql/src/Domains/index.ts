export { layerDomainStore } from "./DomainStore.js"
export { makeFindOwners } from "./owners.js"
export { domainKey } from "./rows.js"
export { makeFindSigningKeys } from "./signingKeys.js"
