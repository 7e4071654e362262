export * from "./AnalyticsSummary.js"
export * from "./errors.js"
