export {
  type FeedbackProvider,
  type FeedbackReading,
  type FeedbackRequest,
  type ReadOptions,
  type Refused,
  type TakenCredential
} from "./FeedbackProvider.js"
export { type FeedbackProviderName, feedbackProviders } from "./feedbackProviders.js"
export { maxFeedbackEvents } from "./readEvents.js"
export { maxFeedbackBytes } from "./readJson.js"
