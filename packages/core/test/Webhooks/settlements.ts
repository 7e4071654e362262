import type { WebhookSettlement } from "@telemark/core"

export const url = "https://a.example/"

/** An attempt at that time, which was taken unless anything else is said. */
export const settlement = (
  at: number,
  overrides: Partial<Omit<WebhookSettlement, "attempt">> & {
    readonly endpoint?: number
    readonly event?: string
    readonly next?: number
  } = {}
): WebhookSettlement => {
  const { endpoint = 1, event = "evt_1", next = null, ...rest } = overrides
  return {
    attempt: {
      id: `dlv_${String(at)}`,
      tenant_id: "tn_a",
      endpoint_id: endpoint,
      event_id: event,
      type: "email.sent",
      attempt: 1,
      status_code: 200,
      duration_ms: 1,
      response: null,
      error: null,
      next_attempt_at: next,
      created_at: at
    },
    outcome: "taken",
    url,
    failing_limit: at - 100,
    ...rest
  }
}
/** An attempt at that time that failed. */
export const refused = (at: number, overrides: Parameters<typeof settlement>[1] = {}) =>
  settlement(at, { outcome: "failed", ...overrides })
