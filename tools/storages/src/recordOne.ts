import type { StorageError } from "@telemark/contract"
import type { FeedbackEntry, FeedbackRecorded, FeedbackStore } from "@telemark/core"
import { Effect } from "effect"

/** Records one report on a tenant's message, without a key, as `decide` says. */
export const recordOne = <Reason>(
  store: typeof FeedbackStore.Service,
  tenant_id: string,
  email_id: string,
  decide: FeedbackEntry<Reason>["decide"]
): Effect.Effect<FeedbackRecorded<Reason> | undefined, StorageError> =>
  Effect.map(
    store.record<Reason>([
      {
        found: { tenant_id, email_id },
        type: "email.delivered",
        report_key: null,
        decide,
        keep: {
          origin: { tenant_id, source: "api" },
          report: { kind: "delivered", message: { email_id } }
        },
        keepUnmatched: false
      }
    ]),
    ([recorded]) => recorded
  )
