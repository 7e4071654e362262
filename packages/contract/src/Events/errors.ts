import { Data } from "effect"

/**
 * Too many streams of events are open, of this tenant or in this process. Close some, or try again
 * later.
 */
export class EventStreamsBusy extends Data.TaggedError("EventStreamsBusy")<{}> {
  readonly code = "Service unavailable"

  override get message(): string {
    return "Too many streams of events are open, of this tenant or in this process. Close those that nobody reads, or try again in a moment."
  }
}
