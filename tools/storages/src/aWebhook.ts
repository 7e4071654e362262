import type { ClaimedWebhook, WebhookEndpointRecord, WebhookSettlement } from "@telemark/core"

/** A webhook endpoint that takes what has no event of its own in the tests of storages. */
export const anEndpoint: WebhookEndpointRecord = {
  id: 1,
  tenant_id: "tn_a",
  url: "https://example.com/hooks",
  events: ["email.opened"],
  active: true,
  secret: "sealed",
  former_secret: null,
  former_secret_until: null,
  failing_since: null,
  disabled_reason: null,
  format: null,
  created_at: 1e12,
  updated_at: 1e12
}

/** The endpoint took the event; or, where a time is given, refused it until then. */
export const aWebhookSettlement = (
  { attempts, endpoint, event }: ClaimedWebhook,
  next: number | null
): WebhookSettlement => ({
  attempt: {
    id: `dlv_${event.id}`,
    tenant_id: endpoint.tenant_id,
    endpoint_id: endpoint.id,
    event_id: event.id,
    type: event.type,
    attempt: attempts,
    status_code: next === null ? 200 : 500,
    duration_ms: 1,
    response: "",
    error: next === null ? null : "no",
    next_attempt_at: next,
    created_at: 1.9e12
  },
  outcome: next === null ? "taken" : "failed",
  url: endpoint.url,
  failing_limit: 1e12
})
