/** Sending domains: DKIM key pairs, and verification of SPF, DKIM and DMARC records. */
export { layerDkimKeys } from "./Keys/index.js"
export {
  checkHost,
  type IpAddress,
  parseAddress,
  type SpfOutcome,
  type SpfQuestion,
  type SpfResult
} from "./Spf/index.js"
export { layerDomainVerifier, parseSpf } from "./Verification/index.js"
