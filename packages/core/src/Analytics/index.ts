export { Analytics, type AnalyticsOptions, type AnalyticsService } from "./Analytics.js"
export { AnalyticsStore } from "./AnalyticsStore.js"
export { InvalidPeriod } from "./errors.js"
export { type AnalyticsSummary, type MonthlyUsage, type Period, periods, summarize } from "./summary.js"
