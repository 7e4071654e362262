import { AnalyticsSummary, SummaryRequest } from "../Analytics/index.js"
import { operation } from "./Operation.js"

/** What became of a tenant's mail over a window of time. */
export const analytics = {
  /** What became of the messages of the last 24h, 7d, 30d (default) or 90d. */
  summary: operation({
    method: "GET",
    path: "/analytics/summary",
    scope: "email:read",
    summary: "Sum up what became of the mail of a period",
    query: SummaryRequest,
    argument: "period",
    response: AnalyticsSummary,
    answers: { 200: "The figures." },
    mark: "total_sent",
    errors: ["InvalidPeriod"]
  })
} as const
