export { layerFeedbackStore } from "./FeedbackStore.js"
