import { Data } from "effect"

/**
 * The storage did not do what it was asked. `unavailable`: it is not there, locked or full, and the same
 * call may succeed later. Mostly nothing was written; where the connection or the disk failed at the commit
 * itself, nobody can tell. `fault`: anything else.
 */
export class StorageError extends Data.TaggedError("StorageError")<{
  readonly reason: "unavailable" | "fault"
  readonly cause: unknown
  /** What is wrong and what to do about it, for the operator; it may name files and hosts, so it is for no answer to a client. */
  readonly explanation?: string | undefined
}> {
  readonly code = "Service unavailable"

  override get message(): string {
    if (this.explanation !== undefined) return this.explanation
    return this.reason === "unavailable"
      ? "The storage is not available; try again. A send repeated under its Idempotency-Key is made once."
      : "The storage could not carry out the operation."
  }
}
