import { Schema } from "effect"
import { count, instant, orNull, queryWarnings } from "../members.js"
import { anyPeriod, shownPeriod } from "./AnalyticsSummary.js"

/** The window of the times. An unknown period fails with `InvalidPeriod`. */
export const DeliveryRequest = Schema.Struct({
  period: Schema.optional(anyPeriod("24h")).annotateKey({
    description: "The length of the window, which ends now and begins with a whole hour."
  })
}).annotate({ identifier: "DeliveryRequest" })
export type DeliveryRequest = typeof DeliveryRequest.Type

/** How long mail takes from acceptance to handover. */
export const HandoverTimes = Schema.Struct({
  count: count("Messages created in the window that a next hop accepted."),
  p50: orNull(
    count("Milliseconds within which half of them were handed over; null if there are none.")
  ),
  p95: orNull(
    count("Milliseconds within which 95 % of them were handed over; null if there are none.")
  )
}).annotate({
  identifier: "HandoverTimes",
  description:
    "Milliseconds from the acceptance of a message, or from the time for which it was scheduled, to its acceptance by the next hop. " +
    "Estimated from counts of ranges such as 200 to 500 ms; times over 12 hours count as 12 hours."
})
export type HandoverTimes = typeof HandoverTimes.Type

/** What waits to be delivered now, and how fast mail was delivered. */
export const DeliveryFigures = Schema.Struct({
  period: shownPeriod,
  queued: count("Messages that wait for their first attempt, without scheduled ones."),
  sending: count("Messages in flight."),
  deferred: count("Messages that wait for another attempt."),
  scheduled: count("Messages whose time hasn't come."),
  oldest_due_at: orNull(
    instant("Since when the message is due that has waited longest; null if none is due.")
  ),
  own_server: orNull(
    Schema.Literals(["ok", "refused"]).annotate({
      description:
        "Whether the tenant's own SMTP server accepted the login when last used; if it refused, mail waits. Null if the tenant has none."
    })
  ),
  handover_ms: HandoverTimes,
  ...queryWarnings
}).annotate({ identifier: "DeliveryFigures" })
export type DeliveryFigures = typeof DeliveryFigures.Type
