export { type Bounce, type IgnoredReason, maxMessageBytes, readBounce } from "./Bounces/index.js"
export { isMbox, readReturned, type Returned, splitMbox } from "./Mailboxes/index.js"
export {
  BounceCertificateNotUsable,
  type BounceLimits,
  bounceLimits,
  BounceListenFailed,
  type BounceListenerOptions,
  type BounceListenerSettings,
  listenForBounces,
  readCertificate,
  type TlsFiles
} from "./Listener/index.js"
export {
  type FeedbackProvider,
  type FeedbackProviderName,
  feedbackProviders,
  type FeedbackReading,
  type FeedbackRequest,
  maxFeedbackBytes,
  maxFeedbackEvents,
  type ReadOptions,
  type Refused,
  type TakenCredential
} from "./Providers/index.js"
export {
  layerFeedbackReader,
  layerFeedbackReaderWith,
  type FeedbackReaderOptions
} from "./Reader/index.js"
export {
  emailIdOfToken,
  emailIdsIn,
  layerReturnPaths,
  type ReturnPathOptions,
  returnPathToken,
  unsubscribeAddress,
  writeMac
} from "./ReturnPath/index.js"
