export { layerFeedbackSourceStore } from "./FeedbackSourceStore.js"
