import { type Effect, Metric } from "effect"
import type { Bounce } from "../bounces/Bounce.js"

/** Counts messages that the listener took, by what they were read as. */
export const bounceMessages = Metric.counter("telemark.bounces.messages", {
  description: "Messages that came back to the listener for bounces",
  incremental: true
})

/** Counts connections that the listener refused or cut. */
export const bounceRefusals = Metric.counter("telemark.bounces.refusals", {
  description: "Connections that the listener for bounces refused or cut because of a limit",
  incremental: true
})

type Kind = Bounce["_tag"] | "Wish"

const kinds: Readonly<Record<Kind, string>> = {
  Wish: "unsubscribe",
  DeliveryReports: "delivery_report",
  SpamReport: "spam_report",
  Ignored: "ignored",
  Unknown: "unknown"
}

export const countMessage = (kind: Kind): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(bounceMessages, { kind: kinds[kind] }), 1)

export const countRefusal = (limit: string): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(bounceRefusals, { limit }), 1)
