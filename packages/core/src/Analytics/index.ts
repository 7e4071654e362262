export { Analytics, type AnalyticsOptions, type AnalyticsService } from "./Analytics.js"
export { AnalyticsStore } from "./AnalyticsStore.js"
export { summarize } from "./summarize.js"
