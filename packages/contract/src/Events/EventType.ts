import { Schema } from "effect"
import { eventTypes } from "../enumerations.js"

/** The types of delivery events. */
export const EventType = Schema.Literals(eventTypes).annotate({
  identifier: "EventType",
  description:
    "The types of delivery events. `email.sent`, `email.deferred`, `email.bounced` and `email.failed` come from delivery, in every deployment. " +
    "`email.opened` and `email.clicked` come from tracking, and `email.unsubscribed` from links and pages for unsubscribing, where there is a public URL. " +
    "These three, `email.delivered` and `email.complained` also come from reports about mail after it was sent: of providers, of bounces, and with `POST /emails/{id}/feedback`."
})
export type EventType = typeof EventType.Type
