import { Feedback, type ForeseenReport, type Settlement } from "@telemark/core"
import { Effect, Schedule } from "effect"

/**
 * Events are read in the order of their ids, which begin with the millisecond: the report's id must
 * be later than the attempt's.
 */
const later = "2 millis"

/** For storage that is away for a moment, or rows that a transaction of the application locks. */
const again = Schedule.max([Schedule.exponential("100 millis"), Schedule.recurs(4)])

/** Records the report of a next hop that only simulates delivery, as if a provider had sent it. */
export const makeRecordReport = Effect.map(
  Feedback,
  (feedback) =>
    ({ id: email_id, tenant_id }: Settlement, kind: ForeseenReport): Effect.Effect<void> =>
      Effect.sleep(later).pipe(
        Effect.andThen(
          Effect.retry(feedback.record(tenant_id, email_id, { kind }), {
            schedule: again,
            while: ({ _tag }) => _tag === "StorageError"
          })
        ),
        Effect.catchCause((cause) =>
          Effect.logWarning(
            "the pending reports of an email could not be recorded",
            { email_id },
            cause
          )
        ),
        Effect.asVoid
      )
)
