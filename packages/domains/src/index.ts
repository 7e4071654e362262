/** Sending domains: key pairs for DKIM, and whether SPF, DKIM and DMARC are published. */
export { layerDkimKeys } from "./Keys/index.js"
export { checkHost, type IpAddress, parseAddress, type SpfOutcome, type SpfQuestion, type SpfResult } from "./Spf/index.js"
export { layerDomainVerifier, parseSpf } from "./Verification/index.js"
