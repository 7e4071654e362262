export {
  type FeedbackCallError,
  FeedbackCalls,
  type FeedbackCallsService
} from "./FeedbackCalls.js"
export { type FeedbackCall, type FeedbackCallReading, FeedbackReader } from "./FeedbackReader.js"
export { type FeedbackSourceRecord, feedbackSourceReference } from "./FeedbackSource.js"
export {
  FeedbackSources,
  type FeedbackSourcesOptions,
  type FeedbackSourcesService
} from "./FeedbackSources.js"
export { readPublicUrl } from "./readPublicUrl.js"
export { FeedbackSourceStore, type SourceOwner } from "./FeedbackSourceStore.js"
