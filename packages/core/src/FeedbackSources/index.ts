export {
  type FeedbackCallError,
  FeedbackCalls,
  type FeedbackCallsService
} from "./FeedbackCalls.js"
export { type FeedbackCall, type FeedbackCallReading, FeedbackReader } from "./FeedbackReader.js"
export {
  type FeedbackSourceRecord,
  feedbackSourceReference,
  type SourceCall
} from "./FeedbackSource.js"
export {
  FeedbackSources,
  type FeedbackSourcesOptions,
  type FeedbackSourcesService
} from "./FeedbackSources.js"
export { readPublicUrl } from "./readPublicUrl.js"
export { FeedbackSourceStore, type KnownCall, type SourceOwner } from "./FeedbackSourceStore.js"
