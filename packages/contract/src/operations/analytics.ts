import {
  AnalyticsSeries,
  AnalyticsSummary,
  DeliveryFigures,
  DeliveryRequest,
  SeriesRequest,
  SummaryRequest
} from "../analytics.js"
import { ReputationSummary } from "../reputation.js"
import { get } from "./Operation.js"

export const analytics = {
  /** Of messages created in the last `period`, by default 30 days. */
  summary: get("/analytics/summary", "email:read", "Sum up the delivery of a period's mail", {
    query: SummaryRequest,
    argument: "period",
    response: AnalyticsSummary,
    answers: { 200: "The figures." },
    mark: "total_sent",
    errors: ["InvalidPeriod"]
  }),
  /** By the hour or day in which they were created; by default of the last 30 days. */
  series: get("/analytics/series", "email:read", "Count a period's mail by hour or day", {
    query: SeriesRequest,
    argument: "period",
    response: AnalyticsSeries,
    answers: { 200: "The counts." },
    mark: "interval",
    errors: ["InvalidPeriod"]
  }),
  /** Of the last `period`, by default 24 hours. */
  delivery: get(
    "/analytics/delivery",
    "email:read",
    "Get what waits to be delivered, and how fast mail is delivered",
    {
      query: DeliveryRequest,
      argument: "period",
      response: DeliveryFigures,
      answers: { 200: "The figures." },
      mark: "handover_ms",
      errors: ["InvalidPeriod"]
    }
  )
} as const

export const reputation = {
  /** Of the last hour, day and week, and whether sending is paused. */
  get: get("/reputation", "email:read", "Get complaint and bounce rates by sending domain", {
    description:
      "Counts since sending was last resumed, of the last hour, 24 hours and seven days. Answers while sending is paused, too.",
    response: ReputationSummary,
    answers: { 200: "The figures." },
    mark: "domains"
  })
} as const
