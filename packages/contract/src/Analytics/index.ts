export * from "./AnalyticsSeries.js"
export { AnalyticsSummary, FormerCounts, MonthlyUsage, SummaryRequest } from "./AnalyticsSummary.js"
export * from "./DeliveryFigures.js"
export * from "./errors.js"
