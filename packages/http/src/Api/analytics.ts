import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { EmailStatus } from "@telemark/core"
import { Schema } from "effect"
import { Authentication, requires } from "../Authentication/index.js"
import { errors } from "../Errors/index.js"
import { query } from "./query.js"
import { WholeNumber } from "./wire.js"

const AnalyticsSummary = Schema.Struct({
  period: Schema.String,
  total_sent: WholeNumber.annotations({ description: "Messages handed to a next hop." }),
  delivered: WholeNumber,
  bounced: WholeNumber,
  failed: WholeNumber,
  complaint_rate: Schema.Number.annotations({ description: "Complaints as a fraction of total_sent." }),
  statuses: Schema.Record({ key: EmailStatus, value: WholeNumber }),
  monthly_usage: Schema.Array(
    Schema.Struct({
      month: Schema.String.annotations({ description: "Such as 2026-11." }),
      sent: WholeNumber,
      limit: Schema.NullOr(WholeNumber)
    }).annotations({ identifier: "MonthlyUsage" })
  )
}).annotations({ identifier: "AnalyticsSummary" })

const Period = Schema.String.annotations({
  jsonSchema: { type: "string", enum: ["24h", "7d", "30d", "90d"], default: "30d" }
})

const summary = HttpApiEndpoint.get("summary", "/summary")
  .annotateContext(requires("email:read"))
  .annotate(OpenApi.Summary, "Sum up what became of the mail of a period")
  .setUrlParams(query({ period: Schema.optional(Period) }))
  .addSuccess(AnalyticsSummary)
  .addError(errors.InvalidPeriod.schema)
  .addError(errors.ValidationFailed.schema)

/** What became of a tenant's mail over a window of time. */
export const analyticsGroup = HttpApiGroup.make("analytics")
  .add(summary)
  .prefix("/v1/analytics")
  .middleware(Authentication)
  .annotate(OpenApi.Title, "Analytics")
