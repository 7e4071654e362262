import { Data } from "effect"

/** The tenant has used up its month, or the send doesn't fit whole into what is left. Nothing was queued. */
export class MonthlyLimitExceeded extends Data.TaggedError("MonthlyLimitExceeded")<{
  /** Until the first of next month, UTC. */
  readonly retryAfterSeconds: number
}> {
  readonly code = "Monthly email limit exceeded"

  override get message(): string {
    return "The monthly email limit is reached, or this send doesn't fit into what is left of it. Nothing was queued."
  }
}
