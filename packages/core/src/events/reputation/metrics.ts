import { type Effect, Metric } from "effect"
import type { OperatorEvent } from "./OperatorEvent.js"

/** Counts tenants that were paused, resumed or warned of by this process. */
export const reputationEvents = Metric.counter("telemark.reputation.events", {
  description:
    "Tenants whose sending was paused or resumed, or whose complaints or bounces exceeded a limit",
  incremental: true
})

export const countEvent = ({ data, type }: OperatorEvent): Effect.Effect<void> =>
  Metric.update(
    reputationEvents.pipe(
      Metric.withAttributes({ type }),
      Metric.withAttributes({ cause: data.reason ?? data.excess?.measure ?? "operator" })
    ),
    1
  )
