export {
  type FeedbackReaderOptions,
  layerFeedbackReader,
  layerFeedbackReaderWith
} from "./layerFeedbackReader.js"
