export * from "./AnalyticsSeries.js"
export {
  AnalyticsSummary,
  FormerCounts,
  MonthlyUsage,
  type Period,
  periods,
  SummaryRequest
} from "./AnalyticsSummary.js"
export * from "./DeliveryFigures.js"
export * from "./errors.js"
