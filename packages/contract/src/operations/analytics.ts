import {
  AnalyticsSeries,
  AnalyticsSummary,
  DeliveryFigures,
  DeliveryRequest,
  SeriesRequest,
  SummaryRequest
} from "../analytics.js"
import { ReputationSummary } from "../reputation.js"
import { operation } from "./Operation.js"

export const analytics = {
  /** Counts the outcomes of messages created in the last `period`, by default 30 days. */
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
  }),
  /**
   * Counts the outcomes of messages by the hour or day in which they were created; by default of
   * the last 30 days.
   */
  series: operation({
    method: "GET",
    path: "/analytics/series",
    scope: "email:read",
    summary: "Count a period's mail by hour or day",
    query: SeriesRequest,
    argument: "period",
    response: AnalyticsSeries,
    answers: { 200: "The counts." },
    mark: "interval",
    errors: ["InvalidPeriod"]
  }),
  /**
   * Counts the messages that wait, and says how long those of the last `period`, by default 24
   * hours, took to be handed over.
   */
  delivery: operation({
    method: "GET",
    path: "/analytics/delivery",
    scope: "email:read",
    summary: "Get what waits to be delivered, and how fast mail is delivered",
    query: DeliveryRequest,
    argument: "period",
    response: DeliveryFigures,
    answers: { 200: "The figures." },
    mark: "handover_ms",
    errors: ["InvalidPeriod"]
  })
} as const

export const reputation = {
  /**
   * Returns complaint and bounce rates of the last hour, day and week, of all mail and by sending
   * domain, and whether sending is paused.
   */
  get: operation({
    method: "GET",
    path: "/reputation",
    scope: "email:read",
    summary: "Get complaint and bounce rates by sending domain",
    description:
      "Counts since sending was last resumed, of the last hour, 24 hours and seven days. Answers while sending is paused, too.",
    response: ReputationSummary,
    answers: { 200: "The figures." },
    mark: "domains"
  })
} as const
