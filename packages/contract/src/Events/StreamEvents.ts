import { Schema } from "effect"
import { optional } from "../members.js"
import { boundedText } from "../Validation/index.js"

/** Where a stream of events begins. */
export const StreamEvents = Schema.Struct({
  last_event_id: optional(
    boundedText(50, 1),
    "The id of an event that is still stored: the stream begins with what was recorded after it. By default it begins now. The header Last-Event-ID takes precedence."
  )
}).annotate({ identifier: "StreamEvents" })
export type StreamEvents = typeof StreamEvents.Type
