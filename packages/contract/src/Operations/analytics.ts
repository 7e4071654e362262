import { AnalyticsSummary, SummaryRequest } from "../Analytics/index.js"
import { operation } from "./Operation.js"

export const analytics = {
  /** Counts the outcomes of messages created in the last 24h, 7d, 30d (default) or 90d. */
  summary: operation({
    method: "GET",
    path: "/analytics/summary",
    scope: "email:read",
    summary: "Sum up the delivery of a period's mail",
    query: SummaryRequest,
    argument: "period",
    response: AnalyticsSummary,
    answers: { 200: "The figures." },
    mark: "total_sent",
    errors: ["InvalidPeriod"]
  })
} as const
