import { Data } from "effect"

/**
 * The tenant has used up its month, or the whole send doesn't fit into what is left. Nothing was
 * queued.
 */
export class MonthlyLimitExceeded extends Data.TaggedError("MonthlyLimitExceeded")<{
  /** Seconds until the first of next month, UTC. */
  readonly retryAfterSeconds: number
}> {
  readonly code = "Monthly email limit exceeded"

  override get message(): string {
    return "The monthly email limit is reached, or this send doesn't fit into the rest of it. Nothing was queued."
  }
}

/** What the email said is no longer stored. */
export class ContentRemoved extends Data.TaggedError("ContentRemoved")<{}> {
  readonly code = "content_removed"

  override get message(): string {
    return "The content of this email was removed: it is kept for a limited time only. Its log is still here. To send it again, make a new send."
  }
}

/**
 * The email can't be cancelled. `settled`: it was sent or has failed. `in_hand`: an attempt is
 * under way, which may end unsent.
 */
export class NotCancellable extends Data.TaggedError("NotCancellable")<{
  readonly reason: "in_hand" | "settled"
}> {
  readonly code = "not_cancellable"

  override get message(): string {
    return this.reason === "settled"
      ? "The email can't be cancelled: it was sent, or it has failed."
      : "The email can't be cancelled while an attempt is in flight. Check its status in a moment."
  }
}
