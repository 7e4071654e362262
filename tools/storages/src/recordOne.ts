import type { FeedbackResult, StorageError } from "@telemark/contract"
import type { makeRecordReports, Report } from "@telemark/core"
import { Effect } from "effect"

/** Records one report on a tenant's message. */
export const recordOne = (
  { record }: Pick<Effect.Success<typeof makeRecordReports>, "record">,
  tenant_id: string,
  email_id: string,
  report: Report
): Effect.Effect<FeedbackResult | undefined, StorageError> =>
  Effect.map(
    record([
      {
        origin: { tenant_id, source: "api" },
        report: { ...report, message: { email_id } },
        found: { tenant_id, email_id },
        keepUnmatched: false
      }
    ]),
    ([recorded]) => recorded?.result
  )
