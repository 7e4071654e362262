import {
  AnalyticsSeries,
  AnalyticsSummary,
  DeliveryFigures,
  DeliveryRequest,
  SeriesRequest,
  SummaryRequest
} from "../Analytics/index.js"
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
  }),
  /**
   * Counts the outcomes of messages by the hour (24h, 7d) or day (30d, the default, 90d) in which
   * they were created.
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
   * Counts the messages that wait, and says how long those of the last 24h (default), 7d, 30d or
   * 90d took to be handed over.
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
