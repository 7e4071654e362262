import type { Meters } from "../../kernel/metrics/Meters.js"
import { datedAt } from "../message/Message.js"
import type { Settlement } from "./Settlement.js"

const measureAttempt = (meters: Meters, settlement: Settlement): void => {
  const { at, created_at, event, route, scheduled_at, stage, status, tenant_id } = settlement
  // It was given up without an attempt.
  if (route === undefined) return
  const { duration_ms, verdict = "undetermined" } = event.data
  const labels = { route, outcome: status, class: verdict }
  meters.add("telemark_attempts_total", labels, 1, { tenant: tenant_id, now: at })
  if (stage !== undefined && duration_ms !== undefined)
    meters.observe("telemark_attempt_seconds", { stage }, duration_ms / 1000)
  if (status === "sent") {
    const begun = datedAt({ created_at, scheduled_at: scheduled_at ?? null })
    meters.observe("telemark_time_to_deliver_seconds", {}, (at - begun) / 1000)
  }
}

/** Measures the attempts at messages of `ids`, whose outcomes were recorded. */
export const measureAttempts = (
  meters: Meters,
  settlements: ReadonlyArray<Settlement>,
  ids: ReadonlyArray<string>
): void => {
  const recorded = new Set(ids)
  for (const settlement of settlements)
    if (recorded.has(settlement.id)) measureAttempt(meters, settlement)
}
