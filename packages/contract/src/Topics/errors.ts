import { Data } from "effect"

/** A topic has this id. */
export class TopicExists extends Data.TaggedError("TopicExists")<{}> {
  readonly code = "topic_exists"

  override get message(): string {
    return "There is a topic of that id already. Update it, or choose another id."
  }
}
