import { Data } from "effect"

/**
 * The storage failed. `unavailable`: it can't be reached, is locked or full, and the same call may
 * succeed later. Usually nothing was written; if the connection or the disk failed during the
 * commit, it isn't known. `fault`: anything else.
 */
export class StorageError extends Data.TaggedError("StorageError")<{
  readonly reason: "unavailable" | "fault"
  readonly cause: unknown
  /**
   * Cause and remedy for the operator. It may name files and hosts, so never return it to a client.
   */
  readonly explanation?: string | undefined
}> {
  readonly code = "Service unavailable"

  override get message(): string {
    if (this.explanation !== undefined) return this.explanation
    return this.reason === "unavailable"
      ? "The storage is not available; try again. A send that you repeat with its Idempotency-Key is made once."
      : "The storage could not complete the operation."
  }
}
