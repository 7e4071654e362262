import { Schema } from "effect"

/** The kinds of delivery events. */
export const EventType = Schema.Literal(
  "email.sent",
  "email.delivered",
  "email.deferred",
  "email.bounced",
  "email.complained",
  "email.failed",
  "email.opened",
  "email.clicked",
  "email.unsubscribed"
).annotations({ identifier: "EventType" })
export type EventType = typeof EventType.Type
