import { EmailStatus, EventType } from "@telemark/core"
import { Schema } from "effect"
import { Instant, WholeNumber } from "./wire.js"

const TimelineEntry = Schema.Struct({
  id: Schema.String,
  type: EventType,
  created_at: Instant,
  message: Schema.String.annotations({ description: "What happened and what follows, in a sentence or two." }),
  attempt: Schema.NullOr(WholeNumber).annotations({ description: "Which attempt it was, from 1; null if it was none." }),
  smtp_provider: Schema.NullOr(Schema.String).annotations({ description: "Which way the attempt took." }),
  tls: Schema.NullOr(Schema.String).annotations({ description: "The protocol that encrypted the connection, such as TLSv1.3." }),
  duration_ms: Schema.NullOr(WholeNumber),
  smtp_response: Schema.NullOr(Schema.String),
  error_message: Schema.NullOr(Schema.String),
  verdict: Schema.NullOr(Schema.String).annotations({ description: "How the outcome was understood: accepted, transient, invalid_recipient, …" }),
  ambiguous: Schema.Boolean.annotations({ description: "Whether the next hop may have taken the message although it never said so." }),
  next_attempt_at: Schema.NullOr(Instant),
  link: Schema.optional(Schema.String),
  user_agent: Schema.optional(Schema.String),
  machine: Schema.optional(Schema.Boolean)
}).annotations({ identifier: "TimelineEntry" })

/** What happened to one message, and how it stands. */
export const Timeline = Schema.Struct({
  email_id: Schema.String,
  status: EmailStatus,
  summary: Schema.String.annotations({ description: "How the message stands and what comes next, in a sentence or two." }),
  data: Schema.Array(TimelineEntry).annotations({ description: "Oldest first." })
}).annotations({ identifier: "Timeline" })
