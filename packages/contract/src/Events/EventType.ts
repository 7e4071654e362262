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
).annotations({
  identifier: "EventType",
  description:
    "The types of delivery events. `email.sent`, `email.deferred`, `email.bounced` and `email.failed` come from delivery, in every deployment. " +
    "The others come only from reports about mail after it was sent, as with `POST /emails/{id}/feedback`."
})
export type EventType = typeof EventType.Type
