import { Data } from "effect"

/** The reporting window is unknown. */
export class InvalidPeriod extends Data.TaggedError("InvalidPeriod")<{}> {
  readonly code = "period must be one of 24h, 7d, 30d, 90d"

  override get message(): string {
    return this.code
  }
}
