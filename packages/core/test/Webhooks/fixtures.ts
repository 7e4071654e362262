import type { ClaimedWebhook, RecordedEvent, WebhookEndpointRecord } from "@telemark/core"

export const endpoint: WebhookEndpointRecord = {
  id: 7,
  tenant_id: "tn_1",
  url: "https://example.com/hooks",
  events: ["email.sent", "email.bounced"],
  active: true,
  secret: "sealed",
  former_secret: null,
  former_secret_until: null,
  failing_since: null,
  disabled_reason: null,
  format: null,
  created_at: 0,
  updated_at: 0
}

export const recorded: RecordedEvent = {
  event: {
    id: "evt_1",
    tenant_id: "tn_1",
    email_id: "em_1",
    type: "email.bounced",
    created_at: 1000,
    data: {
      status: "bounced",
      attempts: 1,
      smtp_response: "550 no",
      error_message: "No.",
      next_attempt_at: null
    }
  },
  email: {
    recipient_email: "ada@example.com",
    sender_email: "shop@example.com",
    subject: "Hi",
    template_id: null,
    metadata: { order: 1 },
    tags: { shop: "1" },
    topic: null
  }
}

export const claimed: ClaimedWebhook = {
  endpoint,
  attempts: 1,
  event: recorded.event,
  posted: () => ({ event_id: "evt_1", body: "{}" })
}
