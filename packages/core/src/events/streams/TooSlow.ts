import { Data } from "effect"

/**
 * A stream of events was cut because its reader was too far behind. Nothing is lost: begin again
 * after the last event.
 */
export class TooSlow extends Data.TaggedError("TooSlow")<{}> {
  override get message(): string {
    return "The stream of events was cut because it was read too slowly. Begin again after the last event that was read."
  }
}
