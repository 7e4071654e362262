export { type Bounce, type IgnoredReason, readBounce } from "./Bounces/index.js"
export {
  type FeedbackProvider,
  type FeedbackProviderName,
  feedbackProviders,
  type FeedbackReading,
  type FeedbackRefusal,
  type FeedbackRequest,
  maxFeedbackBytes,
  maxFeedbackEvents,
  type ReadOptions,
  type Refused,
  type TakenCredential
} from "./Providers/index.js"
export { emailIdOfToken, returnPathToken } from "./ReturnPath/index.js"
