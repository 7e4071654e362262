export { layerAnalyticsStore } from "./AnalyticsStore.js"
