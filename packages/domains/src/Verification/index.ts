export { layerDomainVerifier } from "./layerDomainVerifier.js"
export { parseSpf } from "./parseSpf.js"
