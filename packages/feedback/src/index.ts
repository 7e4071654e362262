/** All that comes back: bounces, providers' calls, and what readers do with mail. */
export { type EngagementOptions, layerLinks, type LinksOptions } from "./links/layerLinks.js"
export { layerPublicPages } from "./layerPublicPages.js"
export { type Click, clickEnd, clickStart, readClick } from "./links/clickToken.js"
export { type LinkKind, linkToken, readLinkToken } from "./links/linkToken.js"

export { type Bounce, type IgnoredReason } from "./bounces/Bounce.js"
export { maxMessageBytes } from "./bounces/parseMime.js"
export { readBounce } from "./bounces/readBounce.js"
export { readReturned, type Returned } from "./bounces/readReturned.js"
export { isMbox, splitMbox } from "./bounces/readReturned.js"
export {
  BounceCertificateNotUsable,
  BounceListenFailed,
  readBounceCertificate
} from "./listener/bounceErrors.js"
export { type BounceLimits, bounceLimits } from "./listener/bounceLimits.js"
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
export { feedbackProviders } from "./reader/layerFeedbackReader.js"
export { maxFeedbackEvents } from "./providers/readEvents.js"
export { maxFeedbackBytes } from "./providers/readJson.js"
export {
  type FeedbackReaderOptions,
  layerFeedbackReader,
  layerFeedbackReaderWith
} from "./reader/layerFeedbackReader.js"
export { emailIdsIn } from "./returnPath/addressToken.js"
export { layerReturnPaths, type ReturnPathOptions } from "./returnPath/layerReturnPaths.js"
export { emailIdOfToken, returnPathToken } from "./returnPath/addressToken.js"
export { unsubscribeAddress } from "./returnPath/addressToken.js"
