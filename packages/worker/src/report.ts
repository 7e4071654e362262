import { Feedback, type ForeseenReport, type Settlement } from "@telemark/core"
import { Effect, Schedule } from "effect"

/** Events are read in the order of their ids, which begin with the millisecond: the report's must be a later one than the attempt's. */
const later = "2 millis"

/** Storage may be away for a moment, or hold the rows for a transaction of the host's. */
const again = Schedule.intersect(Schedule.exponential("100 millis"), Schedule.recurs(4))

/** Records what a next hop that only pretends to deliver says beforehand, as if it had been heard from outside. */
export const makeRecordReport = Effect.map(Feedback, (feedback) =>
  ({ id: email_id, tenant_id }: Settlement, kind: ForeseenReport): Effect.Effect<void> =>
    Effect.sleep(later).pipe(
      Effect.zipRight(Effect.retry(feedback.record(tenant_id, { email_id, kind }), { schedule: again, while: ({ _tag }) => _tag === "StorageError" })),
      Effect.catchAllCause((cause) => Effect.logWarning("what was to be reported of an email could not be recorded", { email_id }, cause)),
      Effect.asVoid
    ))
