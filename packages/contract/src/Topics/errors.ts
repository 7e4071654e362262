import { defineError } from "../defineError.js"

/** A topic has this id. */
export class TopicExists extends defineError("TopicExists", {
  status: 409,
  code: "topic_exists",
  description: "There is a topic of that id already.",
  message: "There is a topic of that id already. Update it, or choose another id."
}) {}
