export { Analytics, type AnalyticsOptions, type AnalyticsService } from "./Analytics.js"
export {
  AnalyticsStore,
  type CountedAs,
  type CountedPeriod,
  type MessageCounts,
  type WaitingMessages
} from "./AnalyticsStore.js"
export { splitQueued } from "./deliveryFigures.js"
export {
  handoverLimits,
  handoverQuantile,
  handoverRangeOf,
  type HandoverTimestamps
} from "./handover.js"
export { divide, seriesOf } from "./seriesOf.js"
export { summarize } from "./summarize.js"
