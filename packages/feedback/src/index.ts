/**
 * What readers do with mail: the signed addresses that it carries to this service, and the answers
 * to them.
 */
export { type EngagementOptions, layerLinks, type LinksOptions } from "./links/layerLinks.js"
export { layerPublicPages } from "./pages/layerPublicPages.js"
export { type Click, clickEnd, clickStart, readClick } from "./tokens/clickToken.js"
export { type LinkKind, linkToken, readLinkToken } from "./tokens/linkToken.js"

export { type Bounce, type IgnoredReason } from "./bounces/Bounce.js"
export { maxMessageBytes } from "./bounces/parseMime.js"
export { readBounce } from "./bounces/readBounce.js"
export { readReturned, type Returned } from "./mailboxes/readReturned.js"
export { isMbox, splitMbox } from "./mailboxes/splitMbox.js"
export { readCertificate, type TlsFiles } from "./listener/certificate.js"
export { BounceCertificateNotUsable, BounceListenFailed } from "./listener/errors.js"
export { type BounceLimits, bounceLimits } from "./listener/limits.js"
export {
  type BounceListenerOptions,
  type BounceListenerSettings,
  listenForBounces
} from "./listener/listenForBounces.js"
export {
  type FeedbackProvider,
  type FeedbackReading,
  type FeedbackRequest,
  type ReadOptions,
  type Refused,
  type TakenCredential
} from "./providers/FeedbackProvider.js"
export { type FeedbackProviderName, feedbackProviders } from "./providers/feedbackProviders.js"
export { maxFeedbackEvents } from "./providers/readEvents.js"
export { maxFeedbackBytes } from "./providers/readJson.js"
export {
  type FeedbackReaderOptions,
  layerFeedbackReader,
  layerFeedbackReaderWith
} from "./reader/layerFeedbackReader.js"
export { emailIdsIn } from "./returnPath/emailIdsIn.js"
export { layerReturnPaths, type ReturnPathOptions } from "./returnPath/layerReturnPaths.js"
export { emailIdOfToken, returnPathToken } from "./returnPath/returnPathToken.js"
export { unsubscribeAddress } from "./returnPath/unsubscribeAddress.js"
