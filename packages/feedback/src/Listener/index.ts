export type { TlsFiles } from "./certificate.js"
export { BounceCertificateNotUsable, BounceListenFailed } from "./errors.js"
export { bounceLimits, type BounceLimits } from "./limits.js"
export {
  type BounceListenerOptions,
  type BounceListenerSettings,
  listenForBounces
} from "./listenForBounces.js"
export { readCertificate } from "./certificate.js"
