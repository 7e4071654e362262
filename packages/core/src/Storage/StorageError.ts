import { Data } from "effect"

/**
 * The storage did not do what it was asked. `unavailable`: it is not there, locked or full, and the same
 * call may succeed later; whatever was being written was not written. `fault`: anything else.
 */
export class StorageError extends Data.TaggedError("StorageError")<{
  readonly reason: "unavailable" | "fault"
  readonly cause: unknown
}> {
  readonly code = "Service unavailable"

  override get message(): string {
    return this.reason === "unavailable"
      ? "The storage is not available. Nothing was written; try again."
      : "The storage could not carry out the operation."
  }
}
