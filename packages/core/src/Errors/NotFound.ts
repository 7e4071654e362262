import { Data } from "effect"

/** There is no such resource, or it belongs to another tenant: the two can't be told apart. */
export class NotFound extends Data.TaggedError("NotFound")<{}> {
  readonly code = "not_found"

  override get message(): string {
    return "There is no such resource."
  }
}
